import { describe, expect, test } from "vitest";
import { offered } from "./offered";

type Attributes = Record<string, string>;

/** What is used of an element; the tests run without a DOM. */
function button(attributes: Attributes, text = ""): unknown {
  return { getAttribute: (name: string) => attributes[name] ?? null, textContent: text };
}

const root = (...buttons: unknown[]) => ({ querySelectorAll: () => buttons }) as unknown as ParentNode;

describe("what may be chosen", () => {
  test("is named as its control, once", () => {
    expect(offered(root(button({ "aria-label": "7" }), button({ "aria-label": "7" }), button({}, " Pass ")))).toEqual(["7", "Pass"]);
  });

  test("leaves out what cannot be chosen and what is chosen already", () => {
    const forbidden = button({ "aria-label": "8", "aria-disabled": "true" });
    const picked = button({ "aria-label": "9", "aria-pressed": "true" });
    expect(offered(root(forbidden, picked, button({}, "")))).toEqual([]);
  });
});
