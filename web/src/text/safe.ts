/** Text that others wrote, made fit to be shown: nothing invisible, nothing that turns the direction of what follows. */
import { terminalSafe } from "../../../src/report/terminal-safe.ts";

/** Controls, bidi marks and zero-width characters become visible escapes. */
export function safe(text: string): string {
  return terminalSafe(text.replaceAll("\r\n", "\n"));
}

/** One line of at most so many characters, with a mark where it was cut. */
export function safeLine(text: string, most = 300): string {
  const line = safe(text.slice(0, most).replace(/\s+/gu, " ").trim());
  return text.length > most ? `${line}…` : line;
}

/** A number of bytes, short. */
export function size(bytes: number): string {
  return `${short(bytes)}B`;
}

/** A number of characters, short. */
export function characters(length: number): string {
  return `${short(length)}${length < 1000 ? "" : " "}characters`;
}

function short(number: number): string {
  if (number < 1000) return `${number} `;
  if (number < 1_000_000) return `${(number / 1000).toFixed(1)} k`;
  return number < 1e9 ? `${(number / 1_000_000).toFixed(1)} M` : `${(number / 1e9).toFixed(1)} G`;
}
