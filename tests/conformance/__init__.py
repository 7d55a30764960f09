"""What the conformance suite (src/ryumon/testing) cannot know: that it bites, and our oracles."""

from ryumon.testing.conformance import secrecy

__all__ = ["secrecy"]
