"""What is done to the database: functions of a connection, each of them one transaction."""
