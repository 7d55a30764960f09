"""Add the records that the archive lacks."""

from tests.records.archive import add_missing

added = add_missing()
for path in added:
    print(f"added {path.name}")
if not added:
    print("Nothing is missing.")
