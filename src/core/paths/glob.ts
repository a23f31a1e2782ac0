/** Globs as AXIS means them everywhere: `*`, `**`, `?` and classes; anchored; dot-files like others. */
import picomatch from "picomatch";

/** The flag lets `**` match a line break: a file with one in its name must not slip through. */
const options = { dot: true, nobrace: true, noextglob: true, nonegate: true, strictSlashes: true, flags: "s" } as const;

/** Whether a text contains glob characters. */
export function isGlob(pattern: string): boolean {
  return /[*?[]/.test(pattern);
}

/** A test for one pattern; a leading ./ is dropped. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/^(?:\.\/)+/, "");
  if (!isGlob(plain)) return (path) => path === plain;
  // picomatch accepts a negated class only as [^...], and interprets groups, quotes, backslashes and + after a class.
  const test = picomatch(plain.replaceAll("[!", "[^").replace(/[()|+"\\]/g, String.raw`\$&`), options);
  // A second argument, as `filter` would pass it, makes picomatch return an object, which is always truthy.
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
