/** Finds the failure of a command in what Gemini CLI shows of it: it reports a failed command as a success. */

/** All that it shows of a command that printed nothing and failed. */
const failureLine = /^Command (?:exited with code: (\d{1,3})|terminated by signal: \w+)$/;
/** A command with these words may have printed the line itself. */
const printsLine = /exited with code|terminated by signal/i;

export interface ShellFailure {
  readonly isError: true;
  readonly exitCode?: number;
}

/** Returns null for any other output, and for a command that may have printed the line itself. */
export function findShellFailure(output: string, command: string): ShellFailure | null {
  const line = failureLine.exec(output);
  if (line === null || printsLine.test(command)) return null;
  return line[1] === undefined ? { isError: true } : { isError: true, exitCode: Number(line[1]) };
}
