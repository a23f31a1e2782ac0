/** Names in a ZIP file: they stay inside the folder where it is unpacked, whatever the agent named its files. */

/** One name per path, in order; unique even without regard to case. */
export function makeZipNames(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const safePath = toSafePath(path);
    let name = safePath;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = addNumber(safePath, number);
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Reserved device names on Windows. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const maxCharacters = 120;

function toSafePath(path: string): string {
  const segments = path.split(/[\\/]/).map(toSafeSegment);
  return segments.filter((segment) => segment !== "").join("/") || "file";
}

function toSafeSegment(segment: string): string {
  const plain = segment
    .toWellFormed()
    // Dots alone would lead to a parent folder; invisible and reserved characters become underscores.
    .replace(/^\.+$/, "")
    .replace(/[<>:"|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, "_")
    .replace(/[ .]+$/, "")
    .slice(0, maxCharacters)
    .toWellFormed();
  return device.test(plain) ? `_${plain}` : plain;
}

function addNumber(name: string, number: number): string {
  const [, stem = name, end = ""] = /^(.*[^/])(\.[^./]*)$/.exec(name) ?? [];
  return `${stem}-${number}${end}`;
}
