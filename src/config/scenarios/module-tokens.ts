/** Splits the text of a JavaScript or TypeScript module into tokens, so that comments and strings are told from code. */

export interface ModuleToken {
  readonly kind: "word" | "string" | "mark" | "regex";
  /** Of a string: what is between its quotes, as written. */
  readonly text: string;
  /** How many brackets are open around it; a bracket itself counts as outside. */
  readonly depth: number;
}

const space = /\s/;
const wordPart = /[\w$\u0080-\u{10ffff}]/u;
const openers = "([{";
const closers = ")]}";

/** After one of these words, a slash starts a regular expression; after any other word, it divides. */
const beforeRegex = new Set(
  "return typeof case do else in of instanceof new delete void throw yield await default export extends".split(" "),
);

/** The tokens of a text. Text that is not valid code still gives tokens: nothing here throws. */
export function tokenizeModule(text: string): ModuleToken[] {
  return new Tokenizer(text).run();
}

class Tokenizer {
  readonly #text: string;
  readonly #tokens: ModuleToken[] = [];
  /** The open brackets; a backtick is an open `${` of a template. */
  readonly #open: string[] = [];
  #at = 0;
  #isLineStart = true;

  constructor(text: string) {
    this.#text = text;
  }

  run(): ModuleToken[] {
    if (this.#text.startsWith("#!")) this.#at = this.#findEnd("\n", 0);
    while (this.#at < this.#text.length) this.#readNext();
    return this.#tokens;
  }

  #readNext(): void {
    const char = this.#text[this.#at] ?? "";
    if (space.test(char)) {
      this.#isLineStart ||= char === "\n";
      this.#at += 1;
      return;
    }
    if (this.#text.startsWith("//", this.#at)) this.#at = this.#findEnd("\n", this.#at);
    else if (this.#text.startsWith("/*", this.#at)) this.#at = this.#findEnd("*/", this.#at + 2);
    else {
      this.#readToken(char);
      this.#isLineStart = false;
      return;
    }
    this.#isLineStart = true;
  }

  #readToken(char: string): void {
    if (char === '"' || char === "'") this.#readString(char);
    else if (char === "`") this.#readTemplate();
    else if (char === "}" && this.#open.at(-1) === "`") {
      this.#open.pop();
      this.#readTemplate();
    } else if (wordPart.test(char)) this.#readWord();
    else if (char === "/" && this.#startsRegex()) this.#readRegex();
    else this.#readMark(char);
  }

  /** Just after the next `mark`, or the end of the text. */
  #findEnd(mark: string, from: number): number {
    const found = this.#text.indexOf(mark, from);
    return found === -1 ? this.#text.length : found + mark.length;
  }

  #push(kind: ModuleToken["kind"], text: string): void {
    this.#tokens.push({ kind, text, depth: this.#open.length });
  }

  /** A string ends with its line, so that one mistake in this reading does not hide the rest of the file. */
  #readString(quote: string): void {
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] !== quote && this.#text[end] !== "\n")
      end += this.#text[end] === "\\" ? 2 : 1;
    this.#push("string", this.#text.slice(this.#at + 1, end));
    this.#at = this.#text[end] === "\n" ? end : end + 1;
  }

  /** Reads a template from its backtick, or from the end of an embedded expression, to the next of either. */
  #readTemplate(): void {
    const start = this.#at + 1;
    let end = start;
    while (end < this.#text.length && this.#text[end] !== "`" && !this.#text.startsWith("${", end))
      end += this.#text[end] === "\\" ? 2 : 1;
    this.#push("string", this.#text.slice(start, end));
    const isExpression = this.#text[end] === "$";
    if (isExpression) this.#open.push("`");
    this.#at = end + (isExpression ? 2 : 1);
  }

  #readWord(): void {
    let end = this.#at + 1;
    while (end < this.#text.length && wordPart.test(this.#text[end] ?? "")) end += 1;
    this.#push("word", this.#text.slice(this.#at, end));
    this.#at = end;
  }

  #readMark(char: string): void {
    if (closers.includes(char)) this.#open.pop();
    this.#push("mark", char);
    if (openers.includes(char)) this.#open.push(char);
    this.#at += 1;
  }

  /** Whether a slash starts a regular expression here, by the token before it. */
  #startsRegex(): boolean {
    const before = this.#tokens.at(-1);
    if (before === undefined) return true;
    if (before.kind === "word") return beforeRegex.has(before.text);
    if (before.kind !== "mark") return false;
    if (before.text === "}") return this.#isLineStart;
    return before.text !== ")" && before.text !== "]";
  }

  /** A regular expression ends in its line; if it does not, the slash was a division after all. */
  #readRegex(): void {
    let inClass = false;
    for (let end = this.#at + 1; end < this.#text.length && this.#text[end] !== "\n"; end += 1) {
      const char = this.#text[end];
      if (char === "\\") end += 1;
      else if (char === "[") inClass = true;
      else if (char === "]") inClass = false;
      else if (char === "/" && !inClass) {
        this.#push("regex", this.#text.slice(this.#at, end + 1));
        this.#at = end + 1;
        return;
      }
    }
    this.#readMark("/");
  }
}
