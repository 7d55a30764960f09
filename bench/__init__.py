"""Every measured claim, side by side with its peer: `python -m bench`. See docs/speed.md."""
