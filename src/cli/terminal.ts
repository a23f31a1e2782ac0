/** The terminal of a command: data goes to stdout, everything else to stderr. */
import { toAscii } from "../report/text/ascii.ts";
import { ansiPaint, type Paint, plainPaint } from "../report/text/format.ts";

export interface Terminal {
  /** Writes a line of data. */
  out(text: string): void;
  /** Writes a line of progress, warning or error. */
  err(text: string): void;
  /** Colors for stdout. */
  readonly paint: Paint;
  /** Colors for stderr. */
  readonly errPaint: Paint;
  /** Columns of stdout; 100 if it is not a terminal. */
  readonly width: number;
  /** Where sentences and commands are broken; absent where output is not a terminal, because programs read whole lines. */
  readonly textWidth?: number;
  /** Whether stderr can show rows that are updated in place. */
  readonly live: boolean;
  /** Sets what clears the rows that are updated in place, before any other line is written; absent where none are. */
  readonly clearRowsWith?: (clear: () => void) => void;
  /** Whether the terminal cannot show more than ASCII, by its locale. */
  readonly isAscii?: boolean;
  /** What users type instead of `axis` in the commands printed here; absent where it is just that. */
  readonly invocation?: string;
  /** Whether there is a person to ask. */
  readonly interactive: boolean;
  /** Sends workflow commands to GitHub Actions; absent elsewhere. */
  readonly command?: (lines: readonly string[]) => void;
  /** Returns an error of stdout or stderr itself, such as a full disk. */
  readonly outputFailure: () => string | undefined;
}

export function openTerminal(env: NodeJS.ProcessEnv): Terminal {
  const { stdin, stdout, stderr } = process;
  const broken = new Set<NodeJS.WriteStream>();
  let failure: string | undefined;
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      broken.add(stream);
      // The reader has closed the pipe, as `head` does: a run continues, a listing ends quietly.
      if (error.code !== "EPIPE") failure = error.message;
    });
  }
  let clearRows = () => {};
  const write = (stream: NodeJS.WriteStream, text: string) => {
    clearRows();
    if (!broken.has(stream)) stream.write(`${text}\n`);
  };
  return {
    out: (text) => write(stdout, text),
    err: (text) => write(stderr, usesAscii(env) ? toAscii(text) : text),
    paint: choosePaint(stdout, env),
    errPaint: choosePaint(stderr, env),
    width: stdout.isTTY ? Math.max(40, stdout.columns || 80) : 100,
    ...(stdout.isTTY && { textWidth: Math.max(40, stdout.columns || 80) }),
    live: canDraw(stderr, env),
    isAscii: usesAscii(env),
    clearRowsWith: (clear) => {
      clearRows = clear;
    },
    interactive: stdin.isTTY && stderr.isTTY,
    outputFailure: () => failure,
  };
}

/** Writes lines for people on stdout, in characters that the terminal can show. Data goes to `out`. */
export function printForPeople({ out, isAscii }: Terminal): Terminal["out"] {
  return isAscii === true ? (text) => out(toAscii(text)) : out;
}

/** The first variable that is set decides, as in any program. Without one, as in many containers, UTF-8 works. */
function usesAscii(env: NodeJS.ProcessEnv): boolean {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find((value) => value !== undefined && value !== "");
  return locale !== undefined && !/utf-?8/i.test(locale);
}

function choosePaint(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Paint {
  const isPlain = env["NO_COLOR"] !== undefined || env["TERM"] === "dumb";
  return stream.isTTY && !isPlain ? ansiPaint : plainPaint;
}

/** A terminal without a known size, as in some containers, cannot be drawn on: it gets plain lines. */
function canDraw({ isTTY, columns, rows }: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  return isTTY && columns > 0 && rows > 0 && env["TERM"] !== "dumb" && env["CI"] === undefined;
}
