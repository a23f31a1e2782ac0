/** The page template that ships with the package, and how it is filled. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Report } from "../../core/report.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import { packJson } from "./block.ts";

const indexMark = "<!--axis:index-->";
const blocksMark = "<!--axis:blocks-->";

/** Files are made of these; each has only the code it needs. */
type FileTemplate = "report" | "full-report" | "comparison" | "evaluation";

/** `axis view` serves these, and evaluations. */
type ServedTemplate = "view-home" | "view-report" | "view-comparison";

/** The template for a file with these reports. Most have neither a competition nor changes to show. */
export function chooseTemplate(reports: readonly (Pick<Report, "competition" | "comparison"> | null)[]): FileTemplate {
  const [report] = reports;
  if (reports.length > 1) return "comparison";
  return report?.competition === undefined && report?.comparison === undefined ? "report" : "full-report";
}

export async function readTemplate(page: FileTemplate | ServedTemplate): Promise<string> {
  const file = join(packageFolder("dist"), "web", `${page}.html`);
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new AxisError("report-unreadable", `The page template is missing (${errorMessage(cause)})`, {
      hint: "Reinstall the package; in a checkout, run: npm run build",
      cause,
    });
  }
}

/** Returns the pieces of a page, to be written in order. Blocks are read while they are written. */
export async function fillTemplate<Piece>(
  template: string,
  index: object,
  blocks: Iterable<Piece> | AsyncIterable<Piece>,
): Promise<AsyncIterable<string | Piece>> {
  const [head, rest] = splitAtMark(template, indexMark);
  const [middle, foot] = splitAtMark(rest, blocksMark);
  const packed = await packJson("index", index);
  return concatPieces([head, packed.text, middle], blocks, foot);
}

async function* concatPieces<Piece>(
  before: readonly string[],
  blocks: Iterable<Piece> | AsyncIterable<Piece>,
  foot: string,
): AsyncGenerator<string | Piece> {
  yield* before;
  yield* blocks;
  yield foot;
}

function splitAtMark(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`the template has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
