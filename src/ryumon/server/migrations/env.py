"""Run by Alembic, with the connection that `upgrade` has opened. Imported by others it does
nothing."""

from alembic import context

from ryumon.server.schema import metadata

connection = getattr(context, "config", None) and context.config.attributes["connection"]
if connection is not None:
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
    context.run_migrations()
