"""What every game must keep: run by pytest over all games in `ryumon.testing.support.SUITES`."""
