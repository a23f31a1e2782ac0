/** A shell command while it is being read: its words so far, and what the word in hand is for. */

/** A document inside the text, up to a line that equals `end`. */
export interface Heredoc {
  readonly end: string;
  /** Tabs before the last line do not count. */
  readonly tabs: boolean;
}

/** Where the text goes on after a document that begins at `at`. */
export function heredocEnd({ end, tabs }: Heredoc, text: string, at: number): number {
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

/** What the next word is for. */
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

/** A device is no file, and neither is a descriptor. */
const device = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/;
const descriptor = /^(?:\d*-|\d+)$/;
/** Words after which a command may begin. */
const beginnings: ReadonlySet<string> = new Set(["if", "elif", "while", "until", "!"]);

export class CommandDraft {
  words: string[] = [];
  writesFile = false;
  /** Inside `[[ ]]`, where `<`, `&&` and parentheses compare. */
  comparing = false;
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

  /** The next word belongs to this redirection; digits right before it were the descriptor that is redirected. */
  redirect(operator: string): Heredoc | null {
    if (this.word !== null && /^\d+$/.test(this.word)) this.word = null;
    const heredoc = this.endWord();
    this.expected = expectedAfter[operator] ?? "ignored";
    return heredoc;
  }

  /** Returns the here-document that the word announces, if it does. */
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
    if (word === "[[" && (before === undefined || beginnings.has(before))) this.comparing = true;
    else if (word === "]]") this.comparing = false;
    this.words.push(word);
  }
}

/** One level of nesting: the text itself, or a part of it with commands of its own. */
export interface Frame {
  /** How it ends: with `)`, with a backtick, or with the text; `array` holds values, not a command. */
  readonly kind: "text" | "group" | "array" | "backtick";
  /** Inside double quotes. */
  quoted: boolean;
  draft: CommandDraft;
}

/** A level in which nothing was read yet. */
export function openFrame(kind: Frame["kind"]): Frame {
  return { kind, quoted: false, draft: new CommandDraft() };
}
