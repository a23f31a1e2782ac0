/** The terminal a command is given: data to stdout, everything else to stderr. */
import { ansiPaint, type Paint, plainPaint } from "../report/text/format.ts";

export interface Terminal {
  /** A line of data. */
  out(text: string): void;
  /** A line of progress, warning or error. */
  err(text: string): void;
  /** For stdout. */
  readonly paint: Paint;
  /** For stderr. */
  readonly errPaint: Paint;
  /** Columns of stdout; 100 where it is not a terminal. */
  readonly width: number;
  /** Whether stderr can show rows that change in place. */
  readonly live: boolean;
  /** Whether a person is there to be asked. */
  readonly interactive: boolean;
  /** Asks that person for a line; absent where nobody is there. */
  readonly ask?: (question: string) => Promise<string>;
  /** Lines for the runner of GitHub Actions itself; absent elsewhere. */
  readonly command?: (lines: readonly string[]) => void;
  /** What went wrong with stdout or stderr itself, such as a full disk behind it. */
  readonly outputFailure: () => string | undefined;
}

/** The real one. */
export function openTerminal(env: NodeJS.ProcessEnv): Terminal {
  const { stdin, stdout, stderr } = process;
  const plain = env["NO_COLOR"] !== undefined || env["TERM"] === "dumb";
  const broken = new Set<NodeJS.WriteStream>();
  let failure: string | undefined;
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      broken.add(stream);
      // Whoever read us has gone away (as `head` does): a run goes on, a listing ends quietly.
      if (error.code !== "EPIPE") failure = error.message;
    });
  }
  const write = (stream: NodeJS.WriteStream, text: string) => {
    if (!broken.has(stream)) stream.write(`${text}\n`);
  };
  return {
    out: (text) => write(stdout, text),
    err: (text) => write(stderr, text),
    paint: stdout.isTTY && !plain ? ansiPaint : plainPaint,
    errPaint: stderr.isTTY && !plain ? ansiPaint : plainPaint,
    width: stdout.isTTY ? Math.max(40, stdout.columns || 80) : 100,
    // A terminal that does not say how large it is (as some containers have) cannot be drawn on: it gets plain lines.
    live: stderr.isTTY && stderr.columns > 0 && stderr.rows > 0 && env["TERM"] !== "dumb" && env["CI"] === undefined,
    interactive: stdin.isTTY && stderr.isTTY,
    ...(stdin.isTTY && stderr.isTTY && { ask: async (question) => (await import("./ask.ts")).askLine(question) }),
    outputFailure: () => failure,
  };
}
