/** Escapes any text so that every XML 1.0 parser reads it back unchanged. */

/** Everything outside the characters XML 1.0 allows, lone surrogates included. */
const illegalCharacters = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** As documented, a character that XML 1.0 cannot contain becomes U+FFFD. */
function replaceIllegal(text: string): string {
  return text.replace(illegalCharacters, "\uFFFD");
}

const namedReferences: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes the text of an element; `>` too, so that `]]>` cannot occur. */
export function escapeXmlText(text: string): string {
  return replaceIllegal(text).replace(/[&<>\r]/g, toReferenceEscape);
}

/** Escapes a double-quoted value; line breaks and tabs too, since a parser would turn them into spaces. */
export function escapeXmlAttribute(text: string): string {
  return replaceIllegal(text).replace(/[&<>"\t\n\r]/g, toReferenceEscape);
}

function toReferenceEscape(character: string): string {
  return namedReferences[character] ?? `&#${character.codePointAt(0)};`;
}

/** Values by name; undefined values are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An opening tag without its closing bracket. */
export function openTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXmlAttribute(String(value))}"`],
  );
  return `<${name}${written.join("")}`;
}
