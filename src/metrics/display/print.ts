/** Where `display` and `displayPrompt` write: the one place in this room that prints, because they were asked to. */
let write = (text: string): void => {
  process.stdout.write(text);
};

export function print(text: string): void {
  write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Sends what is displayed elsewhere. Returns how it was before. */
export function printTo(next: (text: string) => void): (text: string) => void {
  const before = write;
  write = next;
  return before;
}

/** How wide a table may be where nobody says. */
export function terminalWidth(): number {
  return process.stdout.columns ?? 120;
}
