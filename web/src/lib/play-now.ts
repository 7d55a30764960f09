// One click: a table of a game's usual size with bots at all other seats, and there.

import { api } from "./api";
import type { GameInfo } from "./board";
import { t } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";
import { router } from "./router.svelte";

const LEVEL = "samurai";

export async function playNow({ name, defaultPlayers: players }: GameInfo): Promise<void> {
  const bots = Array.from({ length: players }, (_, seat) => (seat === 0 ? null : LEVEL));
  const { info } = await api.create({ game: name, players, bots, seat: 0, name: prefs.name || t("you"), start: true });
  router.go({ page: "table", table: info.table, secret: null });
}
