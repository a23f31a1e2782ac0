/** Finds the exit code that Qwen Code puts at the end of a command's output. */

export function readShellExitCode(output: string): number | undefined {
  const code =
    /\nExit Code: (\d{1,3})\nSignal: [^\n]*(?:\nBackground PIDs: [^\n]*)?\nProcess Group PGID: [^\n]*\s*$/.exec(
      output.slice(-400),
    );
  return code?.[1] === undefined ? undefined : Number(code[1]);
}
