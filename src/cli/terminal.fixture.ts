/** For tests: a terminal that records its output. */
import { plainPaint } from "../report/text/format.ts";
import type { Terminal } from "./terminal.ts";

export interface RecordedTerminal {
  readonly said: { readonly out: string[]; readonly err: string[] };
  readonly terminal: Terminal;
}

export function recordedTerminal(): RecordedTerminal {
  const said = { out: [] as string[], err: [] as string[] };
  const terminal = {
    out: (text: string) => void said.out.push(text),
    err: (text: string) => void said.err.push(text),
    paint: plainPaint,
    errPaint: plainPaint,
    width: 100,
    live: false,
    interactive: false,
    outputFailure: () => undefined,
  };
  return { said, terminal };
}
