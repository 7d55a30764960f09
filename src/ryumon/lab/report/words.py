"""What a report says, in English and Japanese."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "games": "A report needs at least two games, not {games}.",
        "option": "There is no option {name!q} to vary; available: {names}.",
        "broken": "{bot} failed in nearly every game, so there is nothing to report.",
        "unwritable": "{path} cannot be written: {why}.",
        "no-value": "--vary takes NAME or NAME=VALUE,VALUE,…, not {text!q}.",
    },
    "ja": {
        "games": "報告には2局以上が要る（{games}ではなく）。",
        "option": "変えられる設定に{name!q}はない。あるのは: {names}。",
        "broken": "{bot}はほとんどの対局で失敗したので、報告できることがない。",
        "unwritable": "{path}に書けない: {why}。",
        "no-value": "--vary は NAME か NAME=VALUE,VALUE,… であり、{text!q}ではない。",
    },
}

PAGE: dict[str, dict[str, str]] = {
    "en": {
        "title": "{title}: balance report",
        "about": "{games:,} games of {players} players, all seats played by the bot {bot}. "
                 "Seed {seed}, Ryumon {version}.",
        "options": "Options: {options}.",
        "caveat": "All numbers are of this bot: stronger or weaker players may find another "
                  "balance. Lines are {confidence} % intervals, each by itself.",
        "in-short": "In short",
        "sides-fair": "No seat or side wins clearly more than its fair share of {fair}.",
        "sides-unfair": "{side} wins {share} of the games, clearly {more} than the fair {fair}.",
        "more": "more", "less": "less",
        "first-fair": "Going first is neither a clear advantage nor a clear disadvantage.",
        "first-good": "Going first is an advantage: {share} against a fair {fair}.",
        "first-bad": "Going first is a disadvantage: {share} against a fair {fair}.",
        "length-short": "A game has {median:g} decisions (eight in ten: {low:g} to {high:g}), with "
                        "{choices:.1f} legal moves each; {forced} of the decisions are forced.",
        "skill-short": "{strong} wins {difference} of a game more than {weak} on the same deals.",
        "luck-short": "Of what remains, the deal decides {deal}.",
        "sides": "Sides and seats",
        "sides-chart": "Share of the games in % (dashed: fair)",
        "places": "First player and those after",
        "places-chart": "Share in %, by seats after the first player (dashed: fair)",
        "first": "first", "after": "{after} after",
        "ends": "How games end",
        "ends-chart": "Games in %", "shared": "shared or nobody",
        "scores": "Scores",
        "scores-chart": "Points of a seat at the end (bars: how many)",
        "margin-chart": "Points between the winner and the next",
        "length": "Length",
        "moves-chart": "Moves in a game, chance included",
        "decisions-chart": "Decisions in a game",
        "choices": "Choices",
        "choices-chart": "Legal moves at a decision",
        "opening-chart": "Legal moves at a decision, by tenths of a game",
        "luck": "Luck and skill",
        "luck-text": "Each deal is played in all seatings by one {strong} among {weak}. What a "
                     "seat wins depends on who sits there (skill), on the deal (luck), and on the "
                     "rest.",
        "luck-chart": "In % of a game",
        "skill-row": "{strong} − {weak}", "deal-row": "decided by the deal",
        "variants": "Options",
        "variants-text": "Each option changed by itself, everything else as above. “Clear”: some "
                         "number differs from the table above, with the error of "
                         "{error} % shared out among all comparisons.",
        "option": "option", "value": "value", "games": "games", "decisions": "decisions",
        "clear": "clear", "usual": "as above",
        "mean": "mean", "median": "median", "range": "eight in ten",
    },
    "ja": {
        "title": "{title}: バランス報告",
        "about": "{players}人で{games:,}局。全席をボット{bot}が担当。シード{seed}、"
                 "Ryumon {version}。",
        "options": "設定: {options}。",
        "caveat": "数値はすべてこのボットのもの。強さが違えばバランスも違うかもしれない。"
                  "線はそれぞれ単独の{confidence}%区間。",
        "in-short": "要点",
        "sides-fair": "公平な取り分{fair}を明らかに超える席や側はない。",
        "sides-unfair": "{side}の勝ちは{share}で、公平な{fair}より明らかに{more}。",
        "more": "多い", "less": "少ない",
        "first-fair": "先手は明らかな有利でも不利でもない。",
        "first-good": "先手は有利: {share}（公平なら{fair}）。",
        "first-bad": "先手は不利: {share}（公平なら{fair}）。",
        "length-short": "1局の決断は{median:g}回（10局中8局は{low:g}～{high:g}回）。合法手は平均"
                        "{choices:.1f}、決断の{forced}は1手しかない。",
        "skill-short": "同じ配りで{strong}は{weak}より1局あたり{difference}多く勝つ。",
        "luck-short": "残りのうち{deal}は配りで決まる。",
        "sides": "側と席",
        "sides-chart": "勝ちの取り分、%（破線: 公平）",
        "places": "先手とその後",
        "places-chart": "先手から数えた席ごとの取り分、%（破線: 公平）",
        "first": "先手", "after": "{after}つ後",
        "ends": "終わり方",
        "ends-chart": "局の割合、%", "shared": "同点・勝者なし",
        "scores": "点数",
        "scores-chart": "終局時の各席の点数（棒: 回数）",
        "margin-chart": "勝者と次点の差",
        "length": "長さ",
        "moves-chart": "1局の手数（偶然を含む）",
        "decisions-chart": "1局の決断の回数",
        "choices": "選択肢",
        "choices-chart": "決断ごとの合法手の数",
        "opening-chart": "決断ごとの合法手の数（局を10等分）",
        "luck": "運と実力",
        "luck-text": "どの配りも、{weak}の中に{strong}が1人という形ですべての席順で打つ。"
                     "席の勝ちは、誰が座るか（実力）、配り（運）、その他で決まる。",
        "luck-chart": "1局に対する%",
        "skill-row": "{strong} − {weak}", "deal-row": "配りで決まる",
        "variants": "設定",
        "variants-text": "設定を1つずつ変え、ほかは上と同じ。「明らか」は、どれかの数値が上の卓と"
                         "違うこと（{error}%の誤りを全比較で分け合う）。",
        "option": "設定", "value": "値", "games": "局", "decisions": "決断",
        "clear": "明らか", "usual": "上と同じ",
        "mean": "平均", "median": "中央値", "range": "10局中8局",
    },
}  # fmt: skip
