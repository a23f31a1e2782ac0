/** Turns texts into names of signal groups: short, plain and unique. */

/** Maximum length, because names appear in tables. */
const maxSlugLength = 30;

/** Keeps letters, digits and underscores; spaces and dashes become underscores. */
export function toSlug(text: string): string {
  const kept = text.replace(/[\s-]+/g, "_").replace(/[^\p{L}\p{N}_]/gu, "");
  return [...kept].slice(0, maxSlugLength).join("");
}

/** Returns a slug for each text; duplicates get a number. */
export function toUniqueSlugs(texts: readonly string[]): string[] {
  const taken = new Set<string>();
  return texts.map((text) => {
    const plain = toSlug(text);
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`;
    taken.add(name);
    return name;
  });
}
