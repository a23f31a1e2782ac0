/** How a prompt reaches a program: as an argument, or on stdin where the system would refuse so long an argument. */

/** Linux takes 128 KiB in one argument. */
const longestArgumentBytes = 120_000;

export function isLongPrompt(prompt: string): boolean {
  return Buffer.byteLength(prompt) > longestArgumentBytes;
}
