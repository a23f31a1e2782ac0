/** A shell command while it is being read: its words so far, and the role of the current word. */

/** A document inside the text, up to a line that equals `end`. */
export interface Heredoc {
  readonly end: string;
  /** Whether tabs before the last line are ignored. */
  readonly tabs: boolean;
}

/** Returns where the text continues after a document that starts at `at`. */
export function findHeredocEnd({ end, tabs }: Heredoc, text: string, at: number): number {
  let next = at;
  while (next < text.length) {
    const found = text.indexOf("\n", next);
    const stop = found === -1 ? text.length : found;
    const line = text.slice(next, stop).replace(/\r$/, "");
    next = stop + 1;
    if ((tabs ? line.replace(/^\t+/, "") : line) === end) break;
  }
  return next;
}

/** The role of the next word. */
type Expected = "argument" | "written" | "written-or-descriptor" | "ignored" | "heredoc" | "heredoc-tabs";

const expectedAfter: Readonly<Record<string, Expected>> = {
  "<<": "heredoc",
  "<<-": "heredoc-tabs",
  ">": "written",
  ">>": "written",
  ">|": "written",
  "&>": "written",
  "&>>": "written",
  ">&": "written-or-descriptor",
};

/** Neither a device nor a descriptor is a file. */
const device = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/;
const descriptor = /^(?:\d*-|\d+)$/;
/** Words after which a command may start. */
const commandOpeners: ReadonlySet<string> = new Set(["if", "elif", "while", "until", "!"]);

export class CommandDraft {
  words: string[] = [];
  writesFile = false;
  /** Inside `[[ ]]`, where `<`, `&&` and parentheses compare. */
  isComparing = false;
  /** The word being read; null between words. */
  private word: string | null = null;
  private expected: Expected = "argument";

  append(text: string): void {
    this.word = (this.word ?? "") + text;
  }

  get inWord(): boolean {
    return this.word !== null;
  }

  get endsInEquals(): boolean {
    return this.word?.endsWith("=") === true;
  }

  get isEmpty(): boolean {
    return this.word === null && this.words.length === 0;
  }

  /** The next word belongs to this redirection; digits right before it are the redirected descriptor. */
  redirect(operator: string): Heredoc | null {
    if (this.word !== null && /^\d+$/.test(this.word)) this.word = null;
    const heredoc = this.endWord();
    this.expected = expectedAfter[operator] ?? "ignored";
    return heredoc;
  }

  /** Returns the here-document that the word announces, if any. */
  endWord(): Heredoc | null {
    const { word, expected } = this;
    if (word === null) return null;
    this.word = null;
    this.expected = "argument";
    if (expected === "heredoc" || expected === "heredoc-tabs") return { end: word, tabs: expected === "heredoc-tabs" };
    if (expected === "argument") this.addArgument(word);
    else if (expected === "written") this.writesFile ||= !device.test(word);
    else if (expected === "written-or-descriptor") this.writesFile ||= !device.test(word) && !descriptor.test(word);
    return null;
  }

  private addArgument(word: string): void {
    const before = this.words.at(-1);
    if (word === "[[" && (before === undefined || commandOpeners.has(before))) this.isComparing = true;
    else if (word === "]]") this.isComparing = false;
    this.words.push(word);
  }
}

/** One level of nesting: the text itself, or a part of it with its own commands. */
export interface Frame {
  /** How it ends: with `)`, with a backtick, or with the text; `array` holds values, not a command. */
  readonly kind: "text" | "group" | "array" | "backtick";
  /** Inside double quotes. */
  quoted: boolean;
  draft: CommandDraft;
}

/** Opens an empty level. */
export function openFrame(kind: Frame["kind"]): Frame {
  return { kind, quoted: false, draft: new CommandDraft() };
}
