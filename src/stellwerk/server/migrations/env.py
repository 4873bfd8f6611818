"""Tells Alembic which connection to use: the one the server has opened."""

from alembic import context

from stellwerk.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
