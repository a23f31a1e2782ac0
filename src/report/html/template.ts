/** The page's template, which the package carries, and how it is filled. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AxisError, messageOf } from "../../core/error.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import { type Block, packJson } from "./block.ts";

const indexMark = "<!--axis:index-->";
const blocksMark = "<!--axis:blocks-->";

export async function readTemplate(): Promise<string> {
  const file = join(packageFolder("dist"), "web", "report.html");
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new AxisError("report-unreadable", `The template of the page is missing (${messageOf(cause)})`, {
      hint: "Install the package again; in a checkout: npm run build",
      cause,
    });
  }
}

/** The pieces of a page, to be written one after the other. */
export async function fillTemplate(template: string, index: object, blocks: readonly Block[]): Promise<string[]> {
  const [head, rest] = cut(template, indexMark);
  const [middle, foot] = cut(rest, blocksMark);
  const packed = await packJson("index", index);
  return [head, packed.text, middle, ...blocks.map(({ text }) => text), foot];
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`the template has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
