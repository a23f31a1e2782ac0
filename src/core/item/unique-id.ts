/** Names given by chance to what came without one. The only place in core that looks at a clock: a name is never computed with. */

/** UUID version 7: 48 bits of time, then chance, so that ids sort by when they were made. */
export function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  // All of a version 4 from its version digit on is chance and the variant, which both versions share.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
