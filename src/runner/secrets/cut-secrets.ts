/**
 * Finds the rest of a secret where a text was cut in the middle of it. Output is bounded while it is read, before anything
 * knows what is secret in it, so the part that stays must be recognized by itself. Every cut leaves a mark, or is the
 * beginning or the end of the text.
 */
import { mergeRanges, type TextRange } from "./text-range.ts";

/** A rest of fewer characters reveals little, and is too likely to be an ordinary word. */
const shortestRest = 12;

/** How AXIS marks that something was left out. */
const cutMark = /…|\.\.\.|\[(?:axis: |notes cut )[^\]\n]{0,200}\]/g;
const cutSigns = ["…", "...", "[axis: ", "[notes cut "];
const blanksAfter = /(?:\s|\\{1,8}[nr]){0,2}/y;

/** A text may well end with the beginning of a path or an address. That is no sign of a cut. */
const commonBeginning = /^(?:[./~]|[a-z][a-z0-9+.-]*:\/\/)/i;

export class CutSecrets {
  readonly #forms: readonly string[];
  /** Every run of characters that a rest can begin or end with. Made when it is first needed, since it is large. */
  #starts: ReadonlySet<string> | null = null;

  constructor(forms: readonly string[]) {
    this.#forms = forms.filter(({ length }) => length > shortestRest);
  }

  find(text: string): readonly TextRange[] {
    if (this.#forms.length === 0 || text.length < shortestRest) return [];
    const ranges = [this.#findAfter(text, 0), this.#findBefore(text, text.length, true)];
    if (cutSigns.some((sign) => text.includes(sign)))
      for (const mark of text.matchAll(cutMark)) ranges.push(...this.#findAround(text, mark));
    return mergeRanges(ranges.filter((range) => range !== null));
  }

  #findAround(text: string, mark: RegExpExecArray): (TextRange | null)[] {
    blanksAfter.lastIndex = mark.index + mark[0].length;
    const blanks = blanksAfter.exec(text)?.[0].length ?? 0;
    const before = text.slice(Math.max(0, mark.index - 20), mark.index).search(/(?:\s|\\{1,8}[nr]){1,2}$/);
    const end = before === -1 ? mark.index : Math.max(0, mark.index - 20) + before;
    return [this.#findAfter(text, mark.index + mark[0].length + blanks), this.#findBefore(text, end, false)];
  }

  /** The end of a secret, or a part of its middle, at the beginning of what is left. */
  #findAfter(text: string, start: number): TextRange | null {
    const first = text.slice(start, start + shortestRest);
    if (!this.#isPart(first)) return null;
    let end = start;
    for (const form of this.#forms)
      for (let at = form.indexOf(first); at !== -1; at = form.indexOf(first, at + 1)) {
        const rest = form.slice(at, at + text.length - start);
        if (text.startsWith(rest, start)) end = Math.max(end, start + rest.length);
      }
    return end === start ? null : { start, end };
  }

  /** The beginning of a secret, or a part of its middle, at the end of what is left. */
  #findBefore(text: string, end: number, isTextEnd: boolean): TextRange | null {
    const last = text.slice(Math.max(0, end - shortestRest), end);
    if (!this.#isPart(last)) return null;
    let start = end;
    for (const form of this.#forms) {
      if (isTextEnd && commonBeginning.test(form)) continue;
      for (let at = form.indexOf(last); at !== -1; at = form.indexOf(last, at + 1)) {
        const rest = form.slice(Math.max(0, at + shortestRest - end), at + shortestRest);
        if (text.startsWith(rest, end - rest.length)) start = Math.min(start, end - rest.length);
      }
    }
    return start === end ? null : { start, end };
  }

  #isPart(text: string): boolean {
    if (text.length < shortestRest) return false;
    this.#starts ??= new Set(
      this.#forms.flatMap((form) =>
        Array.from({ length: form.length - shortestRest + 1 }, (_, at) => form.slice(at, at + shortestRest)),
      ),
    );
    return this.#starts.has(text);
  }
}
