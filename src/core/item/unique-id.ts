/** Generates ids for data that came without one. The only code in core that reads the clock: nothing is computed from an id. */

/** UUID version 7: 48 bits of time, then random bits, so that ids sort by creation time. */
export function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  // From its version digit on, a version 4 UUID holds random bits and the variant, which both versions share.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
