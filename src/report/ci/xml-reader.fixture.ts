/** For tests: a small, strict XML 1.0 reader that rejects whatever a strict parser would reject. */

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads a document; throws if it is not well-formed. */
export function readXml(source: string): Element {
  for (const character of source) if (!isLegal(character.codePointAt(0) ?? 0)) throw new Error("illegal character");
  const state = { rest: source.replaceAll(/\r\n?/g, "\n") };
  if (!takeMatch(state, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/)) throw new Error("missing XML declaration");
  const root = readElement(state);
  if (state.rest.trim() !== "") throw new Error("content after the root element");
  return root;
}

function isLegal(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
}

function takeMatch(state: { rest: string }, pattern: RegExp): RegExpExecArray | null {
  const found = pattern.exec(state.rest);
  if (found !== null) state.rest = state.rest.slice(found[0].length);
  return found;
}

function readElement(state: { rest: string }): Element {
  const open = takeMatch(state, /^<([a-z]+)((?:\s+[A-Za-z-]+="[^"<]*")*)\s*(\/?)>/);
  if (open === null) throw new Error(`expected an element at ${JSON.stringify(state.rest.slice(0, 60))}`);
  const [, name = "", written = "", empty = ""] = open;
  const attributes = new Map<string, string>();
  for (const [, key = "", value = ""] of written.matchAll(/([A-Za-z-]+)="([^"]*)"/g)) {
    if (attributes.has(key)) throw new Error(`attribute ${key} appears twice`);
    // A parser turns bare white space in a value into spaces.
    attributes.set(key, decodeEntities(value.replaceAll(/[\t\n\r]/g, " ")));
  }
  const inside = empty === "" ? readContent(name, state) : { children: [], text: "" };
  return { name, attributes, ...inside };
}

function readContent(name: string, state: { rest: string }): { children: Element[]; text: string } {
  const children: Element[] = [];
  let text = "";
  for (;;) {
    const close = takeMatch(state, /^<\/([a-z]+)\s*>/);
    if (close !== null && close[1] !== name) throw new Error(`${close[1]} closes ${name}`);
    if (close !== null) return { children, text };
    const [stretch] = takeMatch(state, /^[^<]+/) ?? [];
    if (stretch === undefined) children.push(readElement(state));
    else if (stretch.includes("]]>")) throw new Error("text contains ]]>");
    else text += decodeEntities(stretch);
  }
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&([^;\s]*);?/g, (whole, name: string) => {
    if (!whole.endsWith(";")) throw new Error("unescaped ampersand");
    const code = /^#(\d+)$/.exec(name)?.[1];
    if (code !== undefined && isLegal(Number(code))) return String.fromCodePoint(Number(code));
    const value = entities[name];
    if (value === undefined) throw new Error(`unknown entity ${name}`);
    return value;
  });
}

/** All elements with this name, in order. */
export function findElements(root: Element, name: string): Element[] {
  return [...(root.name === name ? [root] : []), ...root.children.flatMap((child) => findElements(child, name))];
}
