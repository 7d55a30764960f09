// A browser's own notification when it is one's turn and the page is not looked at.

export type Notifying = "possible" | "insecure" | "absent" | "denied";

/** May this page notify? Browsers allow it only over https and on the machine itself. */
export function notifying(scope: typeof globalThis = globalThis): Notifying {
  if (!scope.isSecureContext) return "insecure";
  if (!("Notification" in scope)) return "absent";
  return scope.Notification.permission === "denied" ? "denied" : "possible";
}

/** Asks the person; true if the browser will do it. */
export async function allowNotifying(): Promise<boolean> {
  if (notifying() !== "possible") return false;
  return (await Notification.requestPermission()) === "granted";
}

export function notify(title: string, body: string): void {
  if (!document.hidden || notifying() !== "possible" || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body, icon: "/icon-192.png", tag: "ryumon-turn" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // some phones allow it only to installed apps
  }
}
