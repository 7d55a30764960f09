import { expect, test } from "vitest";
import { notifying } from "./notify";

const scope = (parts: object) => parts as typeof globalThis;

test("says why a page cannot notify", () => {
  expect(notifying(scope({ isSecureContext: false, Notification: { permission: "granted" } }))).toBe("insecure");
  expect(notifying(scope({ isSecureContext: true }))).toBe("absent");
  expect(notifying(scope({ isSecureContext: true, Notification: { permission: "denied" } }))).toBe("denied");
  expect(notifying(scope({ isSecureContext: true, Notification: { permission: "default" } }))).toBe("possible");
});
