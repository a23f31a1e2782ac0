/** Globs as AXIS means them everywhere: `*`, `**`, `?` and classes; anchored; dot-files like others. */
import picomatch from "picomatch";

/** The flag lets `**` go past a line break: a file with one in its name must not slip through. */
const options = { dot: true, nobrace: true, noextglob: true, nonegate: true, strictSlashes: true, flags: "s" } as const;

/** Whether a text holds glob characters. */
export function isGlob(pattern: string): boolean {
  return /[*?[]/.test(pattern);
}

/** A test for one pattern; a leading ./ is dropped. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/^(?:\.\/)+/, "");
  if (!isGlob(plain)) return (path) => path === plain;
  // picomatch knows the negated class as [^...] only, and reads groups, quotes, backslashes and + after a class into a pattern.
  const test = picomatch(plain.replaceAll("[!", "[^").replace(/[()|+"\\]/g, String.raw`\$&`), options);
  // Its second argument makes it answer with an object, which is always true: as `filter` would call it.
  return (path) => test(path);
}

/** A test for several patterns. */
export function globsMatcher(patterns: readonly string[]): (path: string) => boolean {
  const tests = patterns.map(globMatcher);
  return (path) => tests.some((test) => test(path));
}

/** The longest leading part of a pattern, in whole segments, without glob characters. */
export function globBase(pattern: string): string {
  const segments = pattern.split("/");
  const first = segments.findIndex(isGlob);
  return first === -1 ? pattern : segments.slice(0, first).join("/");
}

/** A scenario or agent filter: it equals the name, equals the name before the mark, or is a glob that matches either. */
export function matchesName(pattern: string, name: string, mark: "@" | "|"): boolean {
  const base = name.split(mark)[0] ?? name;
  const test = globMatcher(mark === "|" ? pattern.toLowerCase() : pattern);
  const fold = (text: string) => (mark === "|" ? text.toLowerCase() : text);
  return pattern === "*" || test(fold(name)) || test(fold(base));
}
