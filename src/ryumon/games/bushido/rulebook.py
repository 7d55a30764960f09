"""Bushido Breaker: every rule in short, in English and Japanese. What `?` shows."""

from __future__ import annotations

RULES = {
    "en": {
        "BB-1": "Set-up: in seat order each player secretly picks one special; the ninja of three "
                "players picks two, the samurai players none. A later partner picks from what is "
                "left. Then each ninja secretly picks a gate.",
        "BB-2": "Each ninja in play lays an action face down. Ninja see neither each other's "
                "action nor each other's place.",
        "BB-3": "Then each samurai player plays a card openly for one living samurai, not the "
                "partner's. While one samurai is alive the first samurai seat plays alone, with "
                "its own Katana and Yumi first, then the partner's.",
        "BB-4": "Then the round is resolved (BB-30), and the notepad has one turn less.",
        "BB-5": "Kunai kills a samurai at your place, Shuriken one at an adjacent place.",
        "BB-6": "Sabotage disables the alarm of your place, if it is on.",
        "BB-7": "Move goes to an adjacent place, Hide stays. Each may be laid at most twice in a "
                "row; any other action ends the row, Move Diagonally too.",
        "BB-8": "The Chamber may be entered only if enough alarms are disabled when the action is "
                "laid: 3 with two players, else 5.",
        "BB-9": "Whoever arrives on the Nightingale Floor, in the Corridor, chirps: everyone is "
                "told which ninja it is.",
        "BB-10": "A limited card is used up when laid, whatever comes of it. A successful action "
                 "stays secret but for its visible effect.",
        "BB-11": "Katana kills a ninja that used a Kunai at its place, whoever was the target, and "
                 "blocks a Shuriken aimed at its samurai.",
        "BB-12": "Yumi kills a ninja that aimed a Shuriken at its samurai, and blocks a Kunai used "
                 "at its place.",
        "BB-13": "A samurai moves to an adjacent place, never the Chamber. That dodges a Shuriken, "
                 "not a Kunai.",
        "BB-14": "Check Alarm notices a ninja that sabotages there; the alarm stays on.",
        "BB-15": "Check Exits notices a ninja that leaves the place. The move happens, unless it "
                 "leads into the Chamber.",
        "BB-16": "Search Room notices a ninja that hides there.",
        "BB-17": "A noticed ninja shows its action and its place. The second notice captures it. "
                 "There is at most one notice in a round.",
        "BB-18": "A blocked or dodged attack is told with weapon and target; it is no notice.",
        "BB-19": "Samurai cards lie face up, and so do those of a ninja that was killed, noticed, "
                 "blocked, dodged or laid a reaction in that round; all others face down.",
        "BB-20": "A counter hits all ninja that it applies to. A samurai killed in the round "
                 "counters nobody.",
        "BB-21": "Metsubushi: when your Kunai meets a Katana played by its very target, lay it, "
                 "and that Katana is void. Another's card there still counts.",
        "BB-22": "Smoke Bomb: when you would be killed or captured, lay it, and your action of "
                 "this round is undone. Cards stay used.",
        "BB-23": "No ninja in play: the samurai win. A ninja in the Chamber or no samurai alive: "
                 "the ninja win. The notepad full: the samurai win. In this order.",
        "BB-24": "Shurikens: two targets at two different adjacent places, each resolved like a "
                 "Shuriken.",
        "BB-25": "Move Diagonally, twice in the game: to a diagonal neighbour.",
        "BB-26": "Blowgun: any living samurai dies at the end of the next round. It is never shown "
                 "and nothing counters it; if the samurai dies earlier the dart is lost.",
        "BB-27": "After a round the samurai players may lay their specials. Reinforcements: while "
                 "at most 4 samurai are alive, two more enter where you choose. Repair Alarms: two "
                 "disabled alarms work again. Revelation: the ninja tell the words of the last 4 "
                 "actions, without places or targets. Showdown: with exactly 2 alive (BB-28).",
        "BB-28": "Showdown: all are in the Corridor, nobody leaves. Move is a bluff. Alarms no "
                 "longer win: the ninja must kill all samurai.",
        "BB-29": "Samurai players may talk; two ninja may not.",
        "BB-30": "A round: Metsubushi; attacks; notices by samurai that are alive; Smoke Bombs; "
                 "anyone hit is out; sabotages and moves, chirps, samurai moves; poison; the end.",
    },
    "ja": {
        "BB-1": "準備: 席順に各自が特殊札を1枚ひそかに選ぶ。3人のときは忍者が2枚選び、侍側は選ばな"
                "い。"
                "後の仲間は残りから選ぶ。その後、忍者はひそかに門を選ぶ。",
        "BB-2": "残っている忍者はそれぞれ行動を1枚伏せる。忍者同士は行動も場所も見えない。",
        "BB-3": "次に侍側の各自が、生きている侍1人に札を公開で使う。仲間と同じ侍は使えない。侍"
                "が1人なら"
                "最初の席だけが使い、刀と弓は自分の分から、次に仲間の分を使う。",
        "BB-4": "その後ラウンドを判定し（BB-30）、記録帳のターンが1つ減る。",
        "BB-5": "苦無は同じ場所の侍を、手裏剣は隣の場所の侍を倒す。",
        "BB-6": "警報破壊は、自分の場所の警報が生きていれば止める。",
        "BB-7": "移動は隣へ進み、隠れるはとどまる。それぞれ2回まで続けられ、他の行動で途切れる"
                "（斜め移動でも途切れる）。",
        "BB-8": "将軍の間に入れるのは、行動を伏せたとき警報が十分に破壊されている場合だけである"
                "（2人なら3つ、それ以外は5つ）。",
        "BB-9": "鶯張り（将軍の廊下）に着いた忍者は音を立て、誰であるかが全員に知らされる。",
        "BB-10": "使い切りの札は伏せた時点で使われる。成功した行動は、目に見える結果のほかは秘密で"
                 "ある。",
        "BB-11": "刀は、同じ場所で苦無を使った忍者を討ち（標的は誰でもよい）、その侍への手裏剣を防"
                 "ぐ。",
        "BB-12": "弓は、その侍に手裏剣を投げた忍者を討ち、同じ場所で使われた苦無を防ぐ。",
        "BB-13": "侍は隣へ移動できるが、将軍の間には入れない。移動は手裏剣をかわすが、苦無はかわせ"
                 "ない。",
        "BB-14": "警報の点検は、そこで警報を破壊しようとする忍者に気付く。警報は止まらない。",
        "BB-15": "出口の見張りは、そこを離れる忍者に気付く。将軍の間への移動でなければ移動は成立す"
                 "る。",
        "BB-16": "部屋の捜索は、そこに隠れる忍者に気付く。",
        "BB-17": "気付かれた忍者は行動と場所を見せる。2度目で捕まる。1ラウンドに1度までである。",
        "BB-18": "防がれた攻撃とかわされた攻撃は、武器と標的が知らされる。気付かれたことにはならな"
                 "い。",
        "BB-19": "侍の札は表向きに置く。そのラウンドに討たれた、気付かれた、防がれた、かわされた、"
                 "または"
                 "反応を使った忍者の札も表向きで、他は裏向きである。",
        "BB-20": "対抗は当てはまる忍者すべてに効く。そのラウンドに倒された侍は対抗できない。",
        "BB-21": "目潰し: 苦無が標的自身の刀に出会ったとき、使うとその刀は無効になる。そこにいる他"
                 "の侍の"
                 "札は有効である。",
        "BB-22": "煙玉: 討たれるか捕まるとき、使うとこのラウンドの行動がなかったことになる。札は戻"
                 "らない。",
        "BB-23": "忍者がいなければ侍の勝ち。忍者が将軍の間にいるか、侍が全滅すれば忍者の勝ち。記録"
                 "帳が"
                 "埋まれば侍の勝ち。この順に見る。",
        "BB-24": "双手裏剣: 異なる2つの隣の場所の標的2人に投げ、それぞれ手裏剣として判定する。",
        "BB-25": "斜め移動: 斜め隣へ進む。ゲーム中2回まで。",
        "BB-26": "吹き矢: 生きている侍1人が次のラウンドの終わりに死ぬ。公開されず、対抗もできない"
                 "。先に"
                 "死ねば毒は失われる。",
        "BB-27": "ラウンドの後、侍側は特殊札を使える。増援: 生きている侍が4人以下のとき、好きな"
                 "場所に侍を2人増やす。警報修理: 破壊された警報を2つ直す。露見: 忍者は直近4つの"
                 "行動の名を告げる（場所と標的は告げない）。決戦: 生きている侍がちょうど2人のとき"
                 "（BB-28）。",
        "BB-28": "決戦: 全員が将軍の廊下に集まり、離れられない。移動ははったりである。警報では勝て"
                 "ず、忍者は"
                 "侍を全員倒さなければならない。",
        "BB-29": "侍側は相談できる。忍者2人は相談できない。",
        "BB-30": "ラウンドの順: 目潰し、攻撃、生きている侍の発見、煙玉、討たれた者の退場、破壊と移"
                 "動と鶯張り、"
                 "侍の移動、毒、終了の判定。",
    },
}  # fmt: skip
