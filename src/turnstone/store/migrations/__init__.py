"""The steps from one schema to the next, run by `turnstone.store.migrate` through Alembic."""
