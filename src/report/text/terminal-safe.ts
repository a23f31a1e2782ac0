/** Makes text from an agent safe to print on a terminal, and measures its width. */

/** Controls except newline and tab, C1, bidi, zero-width and other format characters, line and paragraph separators. */
const dangerous =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

/** Replaces every control or invisible character with a visible escape. */
export function terminalSafe(text: string): string {
  return text.toWellFormed().replace(dangerous, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code <= 0xff ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}

/** The same on one line: newlines and tabs become spaces. */
export function terminalLine(text: string): string {
  return terminalSafe(text.replace(/\s+/gu, " ").trim());
}

/** Formats a document as JSON for stdout, which may be a terminal: dangerous characters become JSON escapes. */
export function formatJson(document: unknown): string {
  return JSON.stringify(document, null, 2).replace(dangerous, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

// Pure, so that a page that measures no width makes none: some browsers have no segmenter.
const segmenter = /* @__PURE__ */ new Intl.Segmenter("en", { granularity: "grapheme" });
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}])/u;
const zero = /^\p{M}+$/u;

/** The number of columns a text takes, counted by grapheme. */
export function displayWidth(text: string): number {
  if (/^[\u0020-\u007E]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Cuts a text to `width` columns, with an ellipsis if it was longer. */
export function fitWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let used = 0;
  let kept = "";
  for (const { segment } of segmenter.segment(text)) {
    const next = graphemeWidth(segment);
    if (used + next > width - 1) break;
    kept += segment;
    used += next;
  }
  return width <= 0 ? "" : `${kept}…`;
}

/** Wraps a text at spaces to `width` columns; if there are more than `most` lines, the last ends with an ellipsis. */
export function wrapWidth(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  const words = text.split(" ");
  while (words.length > 0) {
    if (lines.length === most - 1)
      return [...lines, fitWidth([line, ...words].filter((part) => part !== "").join(" "), width)];
    const next = line === "" ? (words[0] ?? "") : `${line} ${words[0]}`;
    if (line !== "" && displayWidth(next) > width) {
      lines.push(line);
      line = "";
      continue;
    }
    line = fitWidth(next, width);
    words.shift();
  }
  return [...lines, line];
}

const colors = /\u001B\[\d+m/g;

/** Wraps a line that may have colors at spaces; what follows is indented by 4 more columns. A word wider than the line is kept. */
export function wrapPainted(line: string, width: number): string[] {
  const measure = (text: string) => displayWidth(text.replaceAll(colors, ""));
  if (measure(line) <= width) return [line];
  const [, start = "", text = ""] = /^( *)(.*)$/s.exec(line) ?? [];
  const lines: string[] = [];
  let current = start;
  for (const word of text.split(" ")) {
    const next = current.trim() === "" ? current + word : `${current} ${word}`;
    if (measure(next) > width && current.trim() !== "") {
      lines.push(current.trimEnd());
      current = `${start}    ${word}`;
    } else current = next;
  }
  return [...lines, current];
}

/** Pads a text with spaces to `width` columns. */
export function padWidth(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

function graphemeWidth(segment: string): number {
  if (zero.test(segment)) return 0;
  return wide.test(segment) ? 2 : 1;
}
