/** How a prompt reaches a program: as an argument, or on stdin if the system would refuse so long an argument. */

/** Linux allows 128 KiB per argument. */
const maxArgumentBytes = 120_000;

export function isLongPrompt(prompt: string): boolean {
  return Buffer.byteLength(prompt) > maxArgumentBytes;
}
