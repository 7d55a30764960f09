"""`ryumon serve`: the server as a process, and how to find one that runs already."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import urllib.request
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ryumon.server.words import Refuse, told

if TYPE_CHECKING:
    import uvicorn

    from ryumon.server.app import App
    from ryumon.server.store import Store

PORT = 8000
GRACE = 8  # seconds to end in
SWITCH = 0.0005  # seconds after which the loop lets the writer go on, who waits for the disk mostly
LOCAL = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = PORT
    database: str = ""  # a URL; empty: a file in `data`
    data: Path = Path()
    base_url: str = ""
    trusted_proxy: str = ""
    limits: tuple[str, ...] = ()  # name=value
    metrics: bool = False
    open_browser: bool = False
    language: str = "en"
    workers: int = 1  # server processes
    seasons: bool = False  # may any person make a season?


def run(settings: Settings) -> None:
    """Serve until a signal. Refuse with a sentence if it cannot begin."""
    already = running_at(settings)
    if already is not None:
        _announce(settings, already)
        return
    listening = listen(settings)
    try:
        if settings.workers > 1:
            _serve_by_many(settings, listening)
        else:
            serve_on(settings, listening)
    finally:
        listening.close()


def _serve_by_many(settings: Settings, listening: socket.socket) -> None:
    from ryumon.server import fleet, logs

    if os.name != "posix":
        raise Refuse("no-workers")
    logs.configure()
    open_store(settings).dispose()  # what is wrong is told once, and its migrations are made here
    _announce(settings, listening.getsockname()[1])
    fleet.run(settings, listening)


def serve_on(settings: Settings, listening: socket.socket) -> None:
    """One server process."""
    sys.setswitchinterval(SWITCH)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(settings, listening))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # Windows
        return None
    return uvloop.new_event_loop


async def _serve(settings: Settings, listening: socket.socket) -> None:
    from ryumon.server.tidying import Tidying

    server, app = make_server(settings)
    if hasattr(signal, "SIGUSR1"):  # drain: play goes on, no new tables
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, app.house.drain)
    app.house.tidying = Tidying()
    port = listening.getsockname()[1]
    app.house.lan = lan_url(settings, port)
    if settings.workers == 1:
        _announce(settings, port)
    await server.serve(sockets=[listening])


def open_store(settings: Settings) -> Store:
    """The database; Refuse with a sentence if it cannot be used."""
    from ryumon.server.store import Store, Unusable, file_url

    url = settings.database or file_url(settings.data / "ryumon.db")
    try:
        return Store.open(url)
    except Unusable as wrong:
        raise Refuse("database", why=str(wrong)) from None


def make_server(settings: Settings) -> tuple[uvicorn.Server, App]:
    import uvicorn

    from ryumon.server import house, logs
    from ryumon.server.app import App
    from ryumon.server.frames import WebSocket
    from ryumon.server.limits import Limits
    from ryumon.server.registry import Registry
    from ryumon.server.thinkers import Thinkers, spare_cores

    logs.configure()
    store, several = open_store(settings), settings.workers > 1
    base = settings.base_url.rstrip("/")
    app = App(
        store,
        Thinkers(max(1, spare_cores() // settings.workers)),
        origins={base} if base else None,
        secure=base.startswith("https:"),
        settings=house.Settings(seasons=settings.seasons),
        limits=Limits.of(settings.limits),
        metrics=settings.metrics,
        registry=Registry(store, several=several),
    )
    config = uvicorn.Config(
        app,
        ws=WebSocket,
        ws_per_message_deflate=False,
        ws_max_size=64 * 1024,
        http="h11",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=settings.trusted_proxy or None,
    )
    return _server(config, app), app


def _server(config: uvicorn.Config, app: App) -> uvicorn.Server:
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await app.say_goodbye()  # while they still listen
            await super().shutdown(sockets)

    return Server(config)


def listen(settings: Settings) -> socket.socket:
    """The socket that people connect to; Refuse if the port is not free."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(1024)
    except (OSError, OverflowError) as wrong:
        listening.close()
        where = f"{settings.host}:{settings.port}"
        raise Refuse("port", where=where, why=wrong) from None
    return listening


def running_at(settings: Settings) -> int | None:
    """The port, if a server of ours answers there already."""
    if settings.port == 0:
        return None
    with suppress(OSError, ValueError):
        url = f"http://127.0.0.1:{settings.port}/api/house"
        with urllib.request.urlopen(url, timeout=3.0) as answer:
            if b'"games"' in answer.read(1000):
                return settings.port
    return None


def lan_url(settings: Settings, port: int) -> str:
    """Where machines nearby find this server; empty if they cannot."""
    address = lan_address() if settings.host in ("0.0.0.0", "::") else None
    return "" if address is None else f"http://{address}:{port}/"


def _announce(settings: Settings, port: int) -> None:
    here = f"http://localhost:{port}/"
    print(told("here", settings.language, url=settings.base_url or here))
    lan = lan_url(settings, port)
    if lan:
        print(told("lan", settings.language, url=lan))
    sys.stdout.flush()
    if settings.open_browser and has_display():
        webbrowser.open(here)


def lan_address() -> str | None:
    """The address by which other machines of the house reach this one. Nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address = probe.getsockname()[0]
        return None if address.startswith("127.") else address
    return None


def has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
