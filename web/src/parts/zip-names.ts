/** Names within a ZIP file: whoever unpacks it stays in the folder, whatever the agent called its files. */

/** One name per path, in order; no two are the same, also where letter case does not count. */
export function zipNames(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const wanted = safeName(path);
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = numbered(wanted, number);
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Devices of Windows, which are no files there. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const mostCharacters = 120;

function safeName(path: string): string {
  const segments = path.split(/[\\/]/).map(safeSegment);
  return segments.filter((segment) => segment !== "").join("/") || "file";
}

function safeSegment(segment: string): string {
  const plain = segment
    .toWellFormed()
    // Dots alone lead upwards; what is invisible, or has a meaning to some file system, becomes a line.
    .replace(/^\.+$/, "")
    .replace(/[<>:"|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, "_")
    .replace(/[ .]+$/, "")
    .slice(0, mostCharacters)
    .toWellFormed();
  return device.test(plain) ? `_${plain}` : plain;
}

function numbered(name: string, number: number): string {
  const [, stem = name, end = ""] = /^(.*[^/])(\.[^./]*)$/.exec(name) ?? [];
  return `${stem}-${number}${end}`;
}
