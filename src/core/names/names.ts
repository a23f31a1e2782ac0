/** Which keys and names can safely become parts of a path, on every file system. */
const forbidden = /[\\:*?"<>|@\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
const segmentBytes = 100;
const keyBytes = 200;

/** What is wrong with a scenario key (without its variant), or null. */
export function keyProblem(key: string): string | null {
  if (bytes(key) > keyBytes) return `is longer than ${keyBytes} bytes`;
  const segments = key.split("/");
  for (const [position, segment] of segments.entries()) {
    const problem = segmentProblem(segment);
    if (problem !== null) return problem;
    if (position > 0 && segment === "artifacts") return `has a segment "artifacts" that is not the first`;
  }
  return null;
}

/** What is wrong with one segment of a path made from data, or null. */
export function segmentProblem(segment: string): string | null {
  if (segment === "") return "has an empty segment";
  if (segment === "." || segment === "..") return `has a segment "${segment}"`;
  if (!segment.isWellFormed()) return "contains half a character (a lone surrogate)";
  if (forbidden.test(segment))
    return `contains a character that is not allowed (one of \\ : * ? " < > | @, or an invisible one)`;
  if (segment !== segment.normalize("NFC")) return "is not in Unicode normal form NFC";
  if (/^[ .]|[ .]$/u.test(segment)) return "has a segment that starts or ends with a space or a dot";
  if (device.test(segment)) return `has a segment that is a device name on Windows ("${segment}")`;
  if (bytes(segment) > segmentBytes) return `has a segment longer than ${segmentBytes} bytes`;
  return null;
}

const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** What is wrong with a plain name (baseline, gate, skill, report id), or null. */
export function nameProblem(name: string): string | null {
  if (!plainName.test(name))
    return "must be 1 to 64 letters, digits, dots, underscores or hyphens, starting with a letter or digit";
  return segmentProblem(name);
}

/** What is wrong with a generated agent name, in which one `|` may precede the model, or null. */
export function agentNameProblem(name: string): string | null {
  const parts = name.split("|");
  if (parts.length > 2 || parts.some((part) => !/^[A-Za-z0-9._-]+$/.test(part)))
    return "may contain only letters, digits, dots, underscores and hyphens";
  if (bytes(name) > segmentBytes) return `is longer than ${segmentBytes} bytes`;
  for (const part of parts) {
    const problem = segmentProblem(part);
    if (problem !== null) return problem;
  }
  return null;
}

/** Two names with the same folded form would share a file on some systems. */
export function foldName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
