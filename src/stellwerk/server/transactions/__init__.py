"""What is done to the database: functions of a connection, each one transaction."""
