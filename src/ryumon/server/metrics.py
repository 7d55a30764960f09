"""Numbers about the whole house for /metrics; never about one table, which would tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ryumon.server.app import App


class Metrics:
    """Asked, not told: nothing is counted twice, and nothing costs while nobody asks."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def collect(self) -> Iterator[Metric]:
        app = self._app
        live = len(app.house.live)
        yield GaugeMetricFamily("ryumon_tables_in_memory", "Tables in memory", live)
        yield GaugeMetricFamily("ryumon_sockets", "Connections", len(app.sockets.connections))
        yield CounterMetricFamily("ryumon_sockets_dropped", "Too slow", app.sockets.dropped)
        yield CounterMetricFamily("ryumon_messages", "Read from clients", app.sockets.messages)
        writer = app.store.writer
        yield CounterMetricFamily(
            "ryumon_changes", "Changes that were to be stored", writer.changes
        )
        yield CounterMetricFamily("ryumon_groups", "Transactions", writer.groups)
        yield CounterMetricFamily("ryumon_not_stored", "Changes that failed", writer.failed)
        yield GaugeMetricFamily("ryumon_thinking", "Bots that wait", app.thinkers.waiting)

    def text(self) -> bytes:
        return generate_latest(self._registry)
