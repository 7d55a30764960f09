"""Load on a real server over real sockets: `python -m bench.load`."""
