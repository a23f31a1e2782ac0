/** The two random words of a question: the tag of its boundary, and the nonce its answer must contain. */
import { createHash } from "node:crypto";
import type { Random } from "../random.ts";

export interface Marks {
  readonly tag: string;
  readonly nonce: string;
}

/** 128 bits, so that nothing written before the question can contain it. */
const markBytes = 16;

/** Draws both. If the material contains one of them, it is replaced. */
export function drawMarks(random: Random, material: string): Marks {
  const tag = replaceIfContained(random.hex(markBytes), material);
  return { tag, nonce: replaceIfContained(random.hex(markBytes), `${material}${tag}`) };
}

function replaceIfContained(mark: string, material: string): string {
  if (!material.includes(mark)) return mark;
  return replaceIfContained(
    createHash("sha256")
      .update(mark)
      .digest("hex")
      .slice(0, 2 * markBytes),
    material,
  );
}
