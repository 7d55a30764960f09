"""`--help` in Japanese: what `ryumon.cli` says in English, paragraph by paragraph."""

from __future__ import annotations

import inspect
from collections.abc import Generator, Sequence
from typing import Any

from rich.text import Text

from ryumon.terminal.layout import wrapped

JAPANESE = {
    "Ryumon (龍門): tabletop games in the terminal.": "龍門: 端末で遊ぶテーブルゲーム。",
    "Show the version.": "バージョンを表示する。",
    "Show this message and exit.": "この説明を表示する。",
    "en or ja (default: the language of the terminal).": "en か ja（標準は端末の言語）。",
    "The game; `ryumon games` lists them.": "ゲームの名前。一覧は `ryumon games`。",
    "How many play.": "人数。",
    "An option of the game; may be repeated.": "ゲームの設定。何度でも指定できる。",
    "Random seed.": "乱数のシード。",
    # play
    "Play a game against bots, or with others at one terminal.":
        "ボットと、または1つの端末で他の人と遊ぶ。",
    "With --seats several people share the terminal: each player sees only their own screen, and "
    "everything is hidden between turns. The other seats are bots.":
        "--seats では複数の人が1つの端末で遊ぶ。自分の画面だけが見え、交代のたびにすべて隠れる。"
        "残りの席はボット。",
    "An unfinished game is saved; the next start offers to resume it. Set NO_COLOR for a screen "
    "without colours, RYUMON_DATA for another folder to save games in.":
        "途中のゲームは保存され、次に始めるとき続けられる。色を使わないなら NO_COLOR、"
        "別のフォルダーに保存するなら RYUMON_DATA を設定する。",
    "The game; `ryumon games` lists them. Without it, on a terminal: a menu.":
        "ゲームの名前。一覧は `ryumon games`。省くと端末ではメニューが開く。",
    "Your seat, counted from 0 (default: 0).": "自分の席。0から数える（標準は0）。",
    "Several people share this terminal: their seats, or all.":
        "複数の人がこの端末で遊ぶ。その席、または all。",
    "The names of these people.": "その人たちの名前。",
    "Bot levels: carp, monk, samurai (default), tiger or dragon; one for all, or one for each. "
    "cmd:COMMAND runs a program.":
        "ボットの強さ: carp、monk、samurai（標準）、tiger、dragon。全員に1つ、または1人ずつ。"
        "cmd:コマンド でプログラムを動かす。",
    "Same as advanced=true.": "advanced=true と同じ。",
    "Bots only; you look on.": "ボットだけのゲームを観戦する。",
    "With --watch: seconds between lines (default: 0.5 on a terminal).":
        "--watch で行の間に置く秒数（標準は端末では0.5）。",
    "Do not offer to resume an unfinished game.": "途中のゲームを続けるか聞かない。",
    "Resume the game in this record.": "この棋譜のゲームを続ける。",
    # learn, games, new-game
    "Learn a game by a guided first game, move by move. Nothing is saved.":
        "手引きに従って一手ずつ進め、ゲームを覚える。何も保存しない。",
    "Learn a game: a guided first game.": "手引きつきの最初のゲームで覚える。",
    "Find the move that is clearly best by what its seat knows; the answer says why.":
        "その席が知っていることから、明らかに一番良い手を見つける。答えると理由がわかる。",
    "Some are proven over all that may be hidden, the others found by long searches.":
        "隠れているものすべてについて証明された問題と、長い探索で見つけた問題がある。",
    "Find the best move of a position.": "局面の一番良い手を見つける。",
    "The game; without it, the puzzle of the day.": "ゲームの名前。省くと今日の問題。",
    "Which of its puzzles.": "何番の問題か。",
    "The puzzle of the day.": "今日の問題。",
    "Answer at once; the exit code is 0 if it is right.": "すぐに答える。正解なら終了コードは0。",
    "List the puzzles.": "問題の一覧。",
    "List the games and their options.": "ゲームとその設定の一覧。",
    "Make a folder with a whole small game and its tests, to begin a game of your own from.":
        "小さなゲーム一式とテストのフォルダーを作る。自作のゲームはそこから始める。",
    "docs/add-a-game.md walks through it file by file.":
        "docs/add-a-game.md が1ファイルずつ説明する。",
    "Begin a game of your own.": "自作のゲームを始める。",
    "Its name, such as hidden-nim.": "その名前。例: hidden-nim。",
    "Where its folder is made.": "フォルダーを作る場所。",
    # serve, backup
    "Serve tables to browsers, until Ctrl-C. Nothing is lost when it ends: see docs/host.md.":
        "ブラウザーに卓を提供する。Ctrl-C で終わる。終わっても何も失われない（docs/host.md）。",
    "Serve tables to browsers.": "ブラウザーに卓を提供する。",
    "Listen here; 0.0.0.0 for all of the house.": "待ち受けるアドレス。0.0.0.0 は家中すべて。",
    "Listen to this port.": "待ち受けるポート。",
    "Another database than a file in --data.": "--data のファイル以外のデータベース。",
    "Keep tables in this folder.": "卓を保存するフォルダー。",
    "How people reach the server, if by another name.": "外から見えるアドレスが違うとき、それ。",
    "Believe this proxy who is calling.": "接続元について信用するプロキシ。",
    "Change a limit on clients; may be repeated.": "接続の制限を変える。何度でも指定できる。",
    "Show numbers at /metrics; not for players.": "/metrics に数値を出す。プレイヤー向けではない。",
    "Open the browser.": "ブラウザーを開く。",
    "Make and look after contests at a server, which makes their tables: see docs/seasons.md.":
        "サーバーの大会（シーズン）を作り、見守る。卓はサーバーが作る。docs/seasons.md を参照。",
    "Make and look after contests at a server.": "サーバーの大会（シーズン）を作り、見守る。",
    "new, list, show, start or stop.": "new、list、show、start、stop のどれか。",
    "The game of a new season; else its id.": "new ではゲームの名前、ほかではシーズンのID。",
    "Levels, and account:NAME for programs, with commas between them.":
        "ボットの強さ、プログラムなら account:名前。コンマで区切る。",
    "What it is called (default: the game).": "シーズンの名前（標準はゲームの名前）。",
    "Deals, each played in all seatings.": "配りの数。どの配りもすべての席順で対局する。",
    "For each move of a program.": "プログラムの一手の秒数。",
    "Tables at once.": "同時に開く卓の数。",
    "Seconds of a bot's move (default: as usual).": "ボットの一手の秒数（標準はいつもどおり）。",
    "Every table has cards of its own.": "配りを卓ごとに変える。",
    "Any program may join until `start`.": "`start` までどのプログラムも参加できる。",
    "Take part in this season; may be repeated.": "このシーズンに参加する。何度でも指定できる。",
    "Let anyone make seasons (docs/seasons.md).":
        "だれでもシーズンを作れるようにする（docs/seasons.md）。",
    "Copy the tables of a server that may be running. The copy is a database like the original.":
        "動いていてもよいサーバーの卓を写す。写しは元と同じデータベース。",
    "Copy the tables of a server that may be running.": "動いていてもよいサーバーの卓を写す。",
    "The copy, a new file.": "写しの新しいファイル。",
    "Another database than the file in --data.": "--data のファイル以外のデータベース。",
    "The folder of the server.": "サーバーのフォルダー。",
    "Server processes.": "サーバーのプロセスの数。",
    "Think for the bots of a server, until Ctrl-C: when many play, bots have more time.":
        "サーバーのボットのために考える。Ctrl-C で終わる。多人数でもボットの時間が増える。",
    "Think for the bots of a server, on another machine.":
        "別のマシンで、サーバーのボットのために考える。",
    "The server's database.": "サーバーのデータベース。",
    "Processes that think (default: one per core).": "考えるプロセスの数（標準はコアごとに1つ）。",
    # bot
    "Speak the protocol for bots (docs/protocol.md) on standard input and output.":
        "ボットのプロトコル（docs/protocol.md）を標準入出力で話す。",
    "Let a level play for another program, or at a server.":
        "他のプログラムのため、またはサーバーで、あるレベルが指す。",
    "With --server, play wherever the account holds a seat (docs/bot-api.md).":
        "--server では、アカウントが席を持つすべての卓で指す（docs/bot-api.md）。",
    "Sit at tables of this server.": "このサーバーの卓に着く。",
    "Of its account there (default: a new one).": "そこのアカウントのもの（標準は新しく作る）。",
    "What a new account is called (default: the level).":
        "新しいアカウントの名前（標準はレベル名）。",
    "Take a seat by this link; may be repeated.": "このリンクで席に着く。何度でも指定できる。",
    "Such as tiger, or dragon@500.": "例: tiger、dragon@500。",
    # report
    "Study how a game is balanced: seats, first player, length, choices, luck, options.":
        "ゲームの釣り合いを調べる: 席、先手、長さ、選択、運、設定。",
    "Writes one self-contained page. The games are saved beside it: the same command resumes an "
    "interrupted report, and more --games add to it.":
        "1つで完結するページを書く。対局はその隣に保存する。同じコマンドで中断した調べを続けられ、"
        "--games を増やせば追加できる。",
    "Study a game's balance.": "ゲームの釣り合いを調べる。",
    "The page to write.": "書くページ。",
    "The bot that plays all seats.": "すべての席で指すボット。",
    "Games of the table itself.": "指定した卓の対局数。",
    "An option to change, and its values (default: every option; none: no option; NAME=all: all "
    "its values); may be repeated.":
        "変える設定とその値（標準はすべての設定、none は変えない、NAME=all はすべての値）。"
        "何度でも指定できる。",
    "Games for each changed option (default: a quarter).":
        "変えた設定ごとの対局数（標準は4分の1）。",
    # export
    "Write finished or simulated games as Parquet or JSON Lines (docs/dataset.md).":
        "終わった対局か模擬の対局を Parquet か JSON Lines に書く（docs/dataset.md）。",
    "Write games as tables for statistics and learning.": "対局を統計や学習のための表に書く。",
    "FILE.parquet or FILE.jsonl.": "FILE.parquet か FILE.jsonl。",
    "Records, tournaments played with --moves, or folders of them.":
        "棋譜、--moves を付けた大会、またはそれらのフォルダー。",
    "Also a table of all decisions, with what the seat knew.":
        "すべての決定と、その席が知っていたことの表も書く。",
    "Simulate this game instead.": "代わりにこのゲームを模擬する。",
    "How many games.": "対局数。",
    # tournament
    "Save the moves of all games too (see `ryumon export`).":
        "すべての対局の手も保存する（`ryumon export` を参照）。",
    "Let bots play each other on the same deals, in all seatings.":
        "ボット同士を、同じ配りとすべての席順で対局させる。",
    "Shows the share of the games that each bot wins, with intervals and ratings. With --out the "
    "games are saved: the same command resumes an interrupted tournament, and more --games add "
    "to it.":
        "各ボットの勝ちの割合を区間とレートとともに示す。--out で対局を保存する。同じコマンドで"
        "中断した大会を続けられ、--games を増やせば追加できる。",
    "Let bots play each other.": "ボット同士を対局させる。",
    "Two or more bots, as in `ryumon play`; random and thumb do not search.":
        "`ryumon play` と同じ書き方で2つ以上のボット。random と thumb は探索しない。",
    "For each pair or table of bots.": "ボットの組、または卓ごとの対局数。",
    "All different bots at a table, or one among copies of another (default: together, if there "
    "are enough bots).":
        "卓のボットをすべて別にするか、1人だけ別にするか（標準は、足りれば together）。",
    "Save all results in this folder, and resume from it.":
        "結果をこのフォルダーに保存し、そこから続ける。",
    "Processes (default: one per core).": "プロセスの数（標準はコアごとに1つ）。",
    "Play on a Ray cluster.": "Ray クラスターで対局する。",
    "Stop a match when it is clear who is better.": "どちらが強いか明らかになれば止める。",
    "Stop a match when its difference is known this precisely.": "差がこの精度で分かれば止める。",
    # replay, verify
    "Step through a recorded game.": "棋譜を一手ずつ見る。",
    "The record.": "棋譜のファイル。",
    "As this seat saw it; else all that is public, and every move.":
        "この席から見えたとおり。省くと公開のことと、すべての手。",
    "Print the whole game.": "全体を一度に表示する。",
    "Check a record for errors, line by line; and, if it comes from a server, that every card was "
    "dealt from the key that was promised.":
        "棋譜に誤りがないか1行ずつ調べる。サーバーの棋譜なら、約束された鍵から配られたかも調べる。",
    "The exit code is 0 for a valid record and 1 for any other.":
        "終了コードは正しい棋譜なら0、そうでなければ1。",
    "Check a record and its deal.": "棋譜とその配りを調べる。",
    "What the table promised before the game, in hex.": "ゲームの前に卓が約束した値（16進）。",
}  # fmt: skip

# what the library that parses the command line says itself
LABELS = {
    "Usage: ": "使い方: ", "Options": "オプション", "Commands": "コマンド", "Arguments": "引数",
    "[required]": "［必須］", "[default: ": "［標準: ", "]": "］",
}  # fmt: skip


def paragraphs(text: str) -> list[str]:
    return [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]


def to_japanese(command: Any) -> None:
    """Have a command and those under it explain themselves in Japanese."""
    usual = command.context_class
    formatter = type("Formatter", (_Japanese, usual.formatter_class), {})
    context = type("Context", (usual,), {"formatter_class": formatter})
    for one in (command, *getattr(command, "commands", {}).values()):
        one.context_class = context
        one.help, one.short_help = _translated(one.help), _translated(one.short_help)
        for parameter in one.params:
            if getattr(parameter, "help", None):
                parameter.help = _translated(parameter.help)


def _translated(text: str | None) -> str | None:
    if text is None:
        return None
    return "\n\n".join(JAPANESE.get(part, part) for part in paragraphs(text))


class _Japanese:
    """Goes before a formatter of the library, which takes a character for one cell, breaks lines at
    blanks, and brings some words of its own."""

    width: int
    current_indent: int
    buffer: list[str]

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        self.write(f"{LABELS['Usage: ']}{prog} {args}\n")

    def write_heading(self, heading: str) -> None:
        self.write(f"{LABELS.get(heading, heading)}:\n")

    def write(self, string: str) -> None:
        self.buffer.append(string)

    def write_text(self, text: str) -> None:
        told = [self._lines(part, self.current_indent) for part in text.split("\n\n")]
        self.write("\n".join("".join(f"{line}\n" for line in lines) for lines in told))

    def write_dl(self, rows: Sequence[tuple[str, str]], *_: Any, **__: Any) -> None:
        rows = list(rows)
        column = self.current_indent + min(max(len(first) for first, _ in rows), 30) + 2
        for first, second in rows:
            head = " " * self.current_indent + first
            lines = list(self._lines(self._own_words(second), column))
            if len(head) + 1 < column and lines:
                lines[0] = head + lines[0][len(head) :]
            else:
                lines.insert(0, head)
            self.write("".join(f"{line}\n" for line in lines))

    def _lines(self, text: str, indent: int) -> Generator[str]:
        for line in wrapped(Text(text), max(self.width - indent, 20)):
            yield " " * indent + line.plain

    def _own_words(self, text: str) -> str:
        text = JAPANESE.get(text, text)  # the help of --help
        head, bracket, tail = text.rpartition("  [")
        if not bracket:
            return text
        tail = f"[{tail}"
        for english in ("[required]", "[default: ", "]"):
            tail = tail.replace(english, LABELS[english])
        return f"{head} {tail}"
