/**
 * Reads shell text once, from left to right, and finds the commands in it. It knows quotes, substitutions, groups,
 * redirections, comments and here-documents; it does not expand anything. Any text can be read: constructs left open are
 * closed at its end. Nesting uses an explicit stack, because agents can nest as deep as they like.
 */
import { CommandDraft, type Frame, type Heredoc, findHeredocEnd, openFrame } from "./shell-draft.ts";

/** The words of one command without its redirections, and whether one of these writes a file. */
export interface ScannedCommand {
  readonly words: readonly string[];
  readonly writesFile: boolean;
}

/** Returns the commands of a text in the order in which they end, so that an inner one comes before the outer one. */
export function scanCommands(text: string): ScannedCommand[] {
  return new Scanner(text).scan();
}

/** Marks the place of a substitution in a word. */
const substitution = "$()";
const plainRun = /[^ \t\r\n'"\\`$();&|<>#]+/y;
const quotedRun = /[^"\\`$]+/y;
const redirection = /<<<|<<-|<<|<>|<&|<\(|>\(|>>|>\||>&|<|>|&>>|&>/y;
const anyCharacter = /./s;
const escapedInQuotes = /["\\`$]/;

class Scanner {
  private readonly found: ScannedCommand[] = [];
  private readonly frames: Frame[] = [openFrame("text")];
  private heredocs: Heredoc[] = [];
  private backticks = 0;
  private arithmeticAhead = true;
  private at = 0;

  constructor(private readonly text: string) {}

  scan(): ScannedCommand[] {
    while (this.at < this.text.length) {
      if (this.frame.quoted) this.readQuoted();
      else this.readPlain();
    }
    while (this.frames.length > 1) this.close();
    this.endCommand();
    return this.found;
  }

  private get frame(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  private readQuoted(): void {
    if (this.takeRun(quotedRun)) return;
    switch (this.text[this.at]) {
      case '"':
        return this.setQuoted(false);
      case "\\":
        return this.takeEscaped(escapedInQuotes);
      case "`":
        return this.takeBacktick();
      default:
        return this.takeDollar();
    }
  }

  private readPlain(): void {
    if (this.takeRun(plainRun)) return;
    switch (this.text[this.at]) {
      case "\n":
        return this.takeNewline();
      case "'":
        return this.takeLiteral();
      case '"':
        return this.setQuoted(true);
      case "\\":
        return this.takeEscaped(anyCharacter);
      case "`":
        return this.takeBacktick();
      case "$":
        return this.takeDollar();
      case "#":
        return this.takeHash();
      default:
        return this.takeOperator();
    }
  }

  private takeOperator(): void {
    const character = this.text[this.at]!;
    if (" \t\r".includes(character) || this.frame.draft.isComparing) this.endWord();
    if (" \t\r".includes(character) || this.frame.draft.isComparing) return this.skip();
    if (character === "(") return this.takeOpen();
    if (character === ")") return this.takeClose();
    redirection.lastIndex = this.at;
    const operator = redirection.exec(this.text)?.[0];
    if (operator !== undefined) return this.takeRedirection(operator);
    this.at += 1;
    this.endCommand();
  }

  private skip(): void {
    this.at += 1;
  }

  private takeRun(run: RegExp): boolean {
    run.lastIndex = this.at;
    if (!run.test(this.text)) return false;
    this.frame.draft.append(this.text.slice(this.at, run.lastIndex));
    this.at = run.lastIndex;
    return true;
  }

  private setQuoted(quoted: boolean): void {
    this.frame.quoted = quoted;
    this.frame.draft.append("");
    this.at += 1;
  }

  /** A backslash: before a line break both vanish; where it has no meaning it stays. */
  private takeEscaped(escapes: RegExp): void {
    const next = this.text[this.at + 1] ?? "";
    if (next !== "\n") this.frame.draft.append(escapes.test(next) ? next : `\\${next}`);
    this.at += 2;
  }

  private takeLiteral(): void {
    const end = this.text.indexOf("'", this.at + 1);
    const stop = end === -1 ? this.text.length : end;
    this.frame.draft.append(this.text.slice(this.at + 1, stop));
    this.at = stop + 1;
  }

  private takeBacktick(): void {
    this.at += 1;
    if (this.backticks === 0) return this.open("backtick");
    while (this.frame.kind !== "backtick") this.close();
    this.close();
  }

  private takeDollar(): void {
    if (!this.frame.quoted && this.text.startsWith("$'", this.at)) return this.takeAnsiQuoted();
    this.at += 1;
    if (this.text[this.at] !== "(") return this.frame.draft.append("$");
    if (this.skipArithmetic()) return this.frame.draft.append(substitution);
    this.at += 1;
    this.open("group");
  }

  /** `$'...'`, where a backslash escapes the next character. */
  private takeAnsiQuoted(): void {
    let end = this.at + 2;
    while (end < this.text.length && this.text[end] !== "'") end += this.text[end] === "\\" ? 2 : 1;
    this.frame.draft.append(this.text.slice(this.at + 2, end));
    this.at = end + 1;
  }

  /** At `((`: skips to the end of the arithmetic, which contains no command. */
  private skipArithmetic(): boolean {
    if (!this.arithmeticAhead || !this.text.startsWith("((", this.at)) return false;
    const end = this.text.indexOf("))", this.at + 2);
    // A failed search is not repeated, because a long row of openings would take quadratic time.
    this.arithmeticAhead = end !== -1;
    if (end !== -1) this.at = end + 2;
    return end !== -1;
  }

  /** Starts a comment where a word could start; otherwise it is part of the word. */
  private takeHash(): void {
    if (this.frame.draft.inWord) {
      this.at += 1;
      return this.frame.draft.append("#");
    }
    const end = this.text.indexOf("\n", this.at);
    this.at = end === -1 ? this.text.length : end;
  }

  private takeRedirection(operator: string): void {
    this.at += operator.length;
    if (operator.endsWith("(")) {
      this.endWord();
      return this.open("group");
    }
    this.noteHeredoc(this.frame.draft.redirect(operator));
  }

  private takeOpen(): void {
    const { draft } = this.frame;
    if (this.text.startsWith("()", this.at)) {
      // The head of a function is a name, not a command.
      this.at += 2;
      this.frame.draft = new CommandDraft();
      return;
    }
    if (draft.isEmpty && this.skipArithmetic()) return;
    this.at += 1;
    if (draft.endsInEquals) return this.open("array");
    this.endCommand();
    this.frames.push(openFrame("group"));
  }

  /** Ends a group. Outside a group it ends the pattern of a `case`, which is not a command. */
  private takeClose(): void {
    this.at += 1;
    if (this.frame.kind === "group" || this.frame.kind === "array") this.close();
    else this.frame.draft = new CommandDraft();
  }

  private takeNewline(): void {
    this.at += 1;
    this.endCommand();
    for (const heredoc of this.heredocs) this.at = findHeredocEnd(heredoc, this.text, this.at);
    if (this.heredocs.length > 0) this.heredocs = [];
  }

  /** Opens a substitution or an array, which is part of a word and has its own words. */
  private open(kind: "group" | "array" | "backtick"): void {
    this.frame.draft.append(substitution);
    if (kind === "backtick") this.backticks += 1;
    this.frames.push(openFrame(kind));
  }

  private close(): void {
    this.endCommand();
    if (this.frames.pop()?.kind === "backtick") this.backticks -= 1;
  }

  private endWord(): void {
    this.noteHeredoc(this.frame.draft.endWord());
  }

  private noteHeredoc(heredoc: Heredoc | null): void {
    if (heredoc !== null) this.heredocs.push(heredoc);
  }

  private endCommand(): void {
    this.endWord();
    const { words, writesFile } = this.frame.draft;
    if (this.frame.kind !== "array" && (words.length > 0 || writesFile)) this.found.push({ words, writesFile });
    this.frame.draft = new CommandDraft();
  }
}
