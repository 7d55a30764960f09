// Title and tab icon tell whose turn it is, also when the page is in the background.

const PLAIN = "/icon.svg";
const CALLING = "/icon-turn.svg";

export function setTitle(parts: (string | null | undefined)[], yourTurn = false): void {
  const text = [...parts.filter(Boolean), "Ryumon"].join(" · ");
  document.title = yourTurn ? `● ${text}` : text;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = yourTurn ? CALLING : PLAIN;
  if (icon && !icon.href.endsWith(wanted)) icon.href = wanted;
}
