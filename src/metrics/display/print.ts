/** Output of `display` and `displayPrompt`. Nothing else in this folder prints. */
let write = (text: string): void => {
  process.stdout.write(text);
};

export function print(text: string): void {
  write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Redirects the output. Returns the previous writer. */
export function redirectPrint(next: (text: string) => void): (text: string) => void {
  const before = write;
  write = next;
  return before;
}

/** The default width of a table. */
export function terminalWidth(): number {
  return process.stdout.columns ?? 120;
}
