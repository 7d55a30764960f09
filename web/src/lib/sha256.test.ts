import { expect, test } from "vitest";
import { fromHex, hex, hmac, sha256, utf8 } from "./sha256";

const bytes = (length: number) => Uint8Array.from({ length }, (_, k) => (k * 37 + length) & 255);

async function theirs(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<string> {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", made, message)));
}

test("the same digests as the platform's, around every border of a block", async () => {
  for (const length of [0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 128, 1000]) {
    const message = bytes(length);
    expect(hex(sha256(message))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", message))));
    for (const size of [16, 32, 64, 100]) expect(hex(hmac(bytes(size), message))).toBe(await theirs(bytes(size), message));
  }
});

test("hex goes both ways", () => {
  expect(hex(fromHex("00ff10a0"))).toBe("00ff10a0");
  expect(hex(utf8("あ"))).toBe("e38182");
});
