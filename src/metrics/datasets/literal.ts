/** Reads lists and objects as other languages print them: single quotes, None, True, False. It never runs code. */

class LiteralError extends Error {}

const literalWords: Readonly<Record<string, unknown>> = {
  None: null,
  True: true,
  False: false,
  null: null,
  true: true,
  false: false,
};
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", 0: "\0" };
const deepest = 64;

/** The value of a literal; undefined if the text is not one. */
export function readLiteral(text: string): { readonly value: unknown } | undefined {
  try {
    const reader = new LiteralReader(text);
    return { value: reader.readAll() };
  } catch (error) {
    if (error instanceof LiteralError) return undefined;
    throw error;
  }
}

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): unknown {
    const value = this.#value(1);
    this.#space();
    if (this.#at < this.#text.length) throw new LiteralError();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > deepest) throw new LiteralError();
    this.#space();
    const first = this.#text[this.#at];
    if (first === "[" || first === "(") return this.#list(first === "[" ? "]" : ")", depth);
    if (first === "{") return this.#object(depth);
    if (first === "'" || first === '"') return this.#string(first);
    return this.#word();
  }

  #list(close: string, depth: number): unknown[] {
    const values: unknown[] = [];
    this.#parts(close, () => values.push(this.#value(depth + 1)));
    return values;
  }

  #object(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.#parts("}", () => {
      const key = this.#value(depth + 1);
      if (typeof key !== "string" || !this.#skip(":")) throw new LiteralError();
      entries.push([key, this.#value(depth + 1)]);
    });
    return Object.fromEntries(entries);
  }

  /** Reads the comma-separated parts between brackets; a trailing comma is allowed. */
  #parts(close: string, read: () => void): void {
    this.#at += 1;
    while (!this.#skip(close)) {
      read();
      if (this.#skip(",")) continue;
      if (!this.#skip(close)) throw new LiteralError();
      return;
    }
  }

  #string(quote: string): string {
    let value = "";
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const letter = this.#text[this.#at] ?? "";
      if (letter === quote) {
        this.#at += 1;
        return value;
      }
      value += letter === "\\" ? this.#escape() : letter;
    }
    throw new LiteralError();
  }

  #escape(): string {
    this.#at += 1;
    const letter = this.#text[this.#at] ?? "";
    const length = { x: 2, u: 4, U: 8 }[letter];
    if (length === undefined) return escapes[letter] ?? letter;
    const digits = this.#text.slice(this.#at + 1, this.#at + 1 + length);
    const code = /^[0-9a-f]+$/i.test(digits) && digits.length === length ? Number.parseInt(digits, 16) : Number.NaN;
    if (!(code <= 0x10ffff)) throw new LiteralError();
    this.#at += length;
    return String.fromCodePoint(code);
  }

  #word(): unknown {
    const [word = ""] = /^[\w.+-]*/.exec(this.#text.slice(this.#at, this.#at + 400)) ?? [];
    this.#at += word.length;
    if (Object.hasOwn(literalWords, word)) return literalWords[word];
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(word)) throw new LiteralError();
    return Number(word);
  }

  #skip(mark: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }
}
