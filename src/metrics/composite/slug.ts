/** Turns texts into names of signal groups: short, plain and unique. */

/** Maximum length, because names appear in tables. */
const longest = 30;

/** Keeps letters, digits and underscores; spaces and dashes become underscores. */
export function slug(text: string): string {
  const kept = text.replace(/[\s-]+/g, "_").replace(/[^\p{L}\p{N}_]/gu, "");
  return [...kept].slice(0, longest).join("");
}

/** Returns a slug for each text; duplicates get a number. */
export function slugs(texts: readonly string[]): string[] {
  const taken = new Set<string>();
  return texts.map((text) => {
    const plain = slug(text);
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`;
    taken.add(name);
    return name;
  });
}
