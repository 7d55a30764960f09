import { expect, test } from "vitest";
import { href, parse, type Route } from "./router.svelte";

const ROUTES: Route[] = [
  { page: "home" },
  { page: "new", game: null },
  { page: "new", game: "tiger-dragon" },
  { page: "table", table: "a/b", secret: null },
  { page: "table", table: "t1", secret: "s3cret" },
  { page: "replay", table: "t1", move: null },
  { page: "replay", table: "t1", move: 17 },
  { page: "rules", game: null, rule: null },
  { page: "rules", game: "slaughter", rule: "SD-9" },
  { page: "seasons" },
  { page: "season", season: "s/1" },
  { page: "puzzles" },
  { page: "puzzle", game: "tiger-dragon", number: 3 },
  { page: "daily" },
  { page: "about" },
];

test.each(ROUTES)("the address of $page leads back to it", (route) => {
  const url = new URL(href(route), "http://x");
  expect(parse(url.pathname, url.search, url.hash)).toEqual(route);
});

test.each(["/table", "/season", "/seasons/x", "/about/x", "/nothing", "/puzzles/tatsu", "/puzzles/tatsu/x", "/puzzles/tatsu/0", "/daily/x", "/table/a/b"])("%s is no page", (path) => {
  expect(parse(path).page).toBe("missing");
});
