/** Makes text from agents safe to show: nothing invisible, nothing that changes the direction of other text. */
import { terminalSafe } from "../../../src/report/text/terminal-safe.ts";

/** Scripts that need joiners and non-joiners for correct spelling. */
const scripts = ["Arabic", "Bengali", "Devanagari", "Gujarati", "Kannada", "Malayalam", "Sinhala", "Tamil", "Telugu"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");

/** Joiners that belong to the text: inside an emoji, or inside words of such scripts. */
const joiners = new RegExp(
  `(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})|(?<=[${scripts}])[\\u200C\\u200D](?=[${scripts}])`,
  "gu",
);

/** Controls, bidi marks and zero-width characters become visible escapes. */
export function safe(text: string): string {
  const plain = text.replaceAll("\r\n", "\n");
  if (!/[\u200C\u200D]/.test(plain)) return terminalSafe(plain);
  let shown = "";
  let end = 0;
  for (const { index, 0: joiner } of plain.matchAll(joiners)) {
    shown += terminalSafe(plain.slice(end, index)) + joiner;
    end = index + joiner.length;
  }
  return shown + terminalSafe(plain.slice(end));
}

/** One line of at most `most` characters, with a mark where it was cut. */
export function safeLine(text: string, most = 300): string {
  const line = safe(text.slice(0, most).toWellFormed().replace(/\s+/gu, " ").trim());
  return text.length > most ? `${line}…` : line;
}

/** The same for names: cut in the middle, because names often differ at the end. */
export function safeName(text: string, most = 80): string {
  if (text.length <= most) return safeLine(text, most);
  const end = Math.ceil(most / 2);
  return `${safeLine(text.slice(0, most - end), most)}…${safeLine(text.slice(-end), most)}`;
}

/** A number of bytes, short. */
export function formatBytes(bytes: number): string {
  return `${shorten(bytes)}B`;
}

/** A number of characters, short. */
export function formatCharacters(length: number): string {
  return `${shorten(length)}${length < 1000 ? "" : " "}characters`;
}

function shorten(number: number): string {
  if (number < 1000) return `${number} `;
  if (number < 1_000_000) return `${(number / 1000).toFixed(1)} k`;
  return number < 1e9 ? `${(number / 1_000_000).toFixed(1)} M` : `${(number / 1e9).toFixed(1)} G`;
}
