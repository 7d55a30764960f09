// The address is the page. No dependency: the history API and a table of patterns.

export type Route =
  | { page: "home" }
  | { page: "new"; game: string | null }
  | { page: "table"; table: string; secret: string | null }
  | { page: "learn"; game: string }
  | { page: "puzzles" }
  | { page: "daily" }
  | { page: "puzzle"; game: string; number: number }
  | { page: "replay"; table: string; move: number | null }
  | { page: "rules"; game: string | null; rule: string | null }
  | { page: "seasons" }
  | { page: "season"; season: string }
  | { page: "about" }
  | { page: "missing" };

export function parse(pathname: string, search = "", hash = ""): Route {
  const parts = pathname.split("/").filter(Boolean).map(decode);
  const query = new URLSearchParams(search);
  const [first, second, ...rest] = parts;
  if (first === "puzzles" && second && rest.length === 1) {
    const number = Number(rest[0]);
    return Number.isInteger(number) && number > 0 ? { page: "puzzle", game: second, number } : { page: "missing" };
  }
  if (rest.length) return { page: "missing" };
  if (first === undefined) return { page: "home" };
  if (first === "new") return { page: "new", game: second ?? null };
  if (first === "learn" && second) return { page: "learn", game: second };
  // the secret of a link stands behind #, which no server and no referrer gets to see
  if (first === "table" && second) return { page: "table", table: second, secret: hash.slice(1) || null };
  if (first === "replay" && second) {
    const move = Number(query.get("move") ?? NaN);
    return { page: "replay", table: second, move: Number.isInteger(move) ? move : null };
  }
  if (first === "rules") return { page: "rules", game: second ?? null, rule: hash.slice(1) || null };
  if (first === "daily" && second === undefined) return { page: "daily" };
  if (first === "puzzles" && second === undefined) return { page: "puzzles" };
  if (first === "seasons" && second === undefined) return { page: "seasons" };
  if (first === "season" && second) return { page: "season", season: second };
  if (first === "about" && second === undefined) return { page: "about" };
  return { page: "missing" };
}

export function href(route: Route): string {
  switch (route.page) {
    case "home":
      return "/";
    case "new":
      return route.game ? `/new/${encodeURIComponent(route.game)}` : "/new";
    case "learn":
      return `/learn/${encodeURIComponent(route.game)}`;
    case "daily":
      return "/daily";
    case "puzzles":
      return "/puzzles";
    case "puzzle":
      return `/puzzles/${encodeURIComponent(route.game)}/${route.number}`;
    case "table":
      return `/table/${encodeURIComponent(route.table)}${route.secret ? `#${route.secret}` : ""}`;
    case "replay":
      return `/replay/${encodeURIComponent(route.table)}${route.move === null ? "" : `?move=${route.move}`}`;
    case "rules":
      return `/rules${route.game ? `/${encodeURIComponent(route.game)}` : ""}${route.rule ? `#${route.rule}` : ""}`;
    case "seasons":
      return "/seasons";
    case "season":
      return `/season/${encodeURIComponent(route.season)}`;
    case "about":
      return "/about";
    case "missing":
      return "/";
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = (): Route =>
  typeof location === "undefined" ? { page: "home" } : parse(location.pathname, location.search, location.hash);

class Router {
  route = $state.raw<Route>(here());

  go(route: Route, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", href(route));
    this.route = route;
    scrollTo(0, 0);
  }

  /** Follows links inside the app without loading the page anew. */
  listen(): () => void {
    const back = () => (this.route = here());
    const click = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.("a");
      if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
      const route = parse(link.pathname, link.search, link.hash);
      if (route.page === "missing") return;
      event.preventDefault();
      this.go(route);
    };
    addEventListener("popstate", back);
    addEventListener("click", click);
    return () => {
      removeEventListener("popstate", back);
      removeEventListener("click", click);
    };
  }
}

export const router = new Router();
