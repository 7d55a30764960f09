"""The server: tables that people share over the network (docs/host.md, docs/server.md)."""
