/** Escapes any text so that every XML 1.0 parser reads it back unchanged. */

/** Everything outside the characters XML 1.0 allows, lone surrogates included. */
const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** As documented, a character that XML 1.0 cannot contain becomes U+FFFD. */
export function legalXml(text: string): string {
  return text.replace(illegal, "\uFFFD");
}

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes the text of an element; `>` too, so that `]]>` cannot occur. */
export function xmlText(text: string): string {
  return legalXml(text).replace(/[&<>\r]/g, reference);
}

/** Escapes a double-quoted value; line breaks and tabs too, since a parser would turn them into spaces. */
export function xmlAttribute(text: string): string {
  return legalXml(text).replace(/[&<>"\t\n\r]/g, reference);
}

function reference(character: string): string {
  return named[character] ?? `&#${character.codePointAt(0)};`;
}

/** Values by name; undefined values are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An opening tag without its closing bracket. */
export function openTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlAttribute(String(value))}"`],
  );
  return `<${name}${written.join("")}`;
}
