/** Reads the parts of our Markdown pages that can be held against the code: fenced blocks, tables, links, headings. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** A page: its path from the root, and its text. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** A fenced block. */
export interface Block {
  readonly page: string;
  /** Line of its opening fence, from 1. */
  readonly line: number;
  /** All words after the fence, such as `json config`. */
  readonly info: string;
  readonly text: string;
  /** The comment right above it, such as `file: examples/a.ts`. */
  readonly note: string;
}

/** One page. */
export function page(path: string): Page {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** Every page in a folder and below, in order; none where there is no folder. */
export function pagesBelow(folder: string): Page[] {
  let paths: string[];
  try {
    paths = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  } catch {
    return []; // The folder is not there, so it holds no pages.
  }
  const wanted = paths.filter((path) => path.endsWith(".md") && !/(?:^|[\\/])(?:node_modules|\.axis)[\\/]/.test(path));
  return wanted.toSorted().map((path) => page(`${folder}/${path.split(sep).join("/")}`));
}

/** The fenced blocks of a page. */
export function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/(?:^<!-- (.+) -->\n)?^```([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page: path,
    line: text.slice(0, match.index).split("\n").length + (match[1] === undefined ? 0 : 1),
    note: match[1] ?? "",
    info: (match[2] ?? "").trim(),
    text: match[3] ?? "",
  }));
}

/** The cells of the table below `<!-- table: name -->`, header first, without the line of dashes. */
export function tableOf({ path, text }: Page, name: string): string[][] {
  const start = text.indexOf(`<!-- table: ${name} -->\n`);
  if (start === -1) throw new Error(`${path} has no table ${name}`);
  const lines = text.slice(start).split("\n").slice(1);
  const rows = lines.slice(
    0,
    Math.max(
      0,
      lines.findIndex((line) => !line.startsWith("|")),
    ),
  );
  return rows
    .filter((_, index) => index !== 1)
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Targets of links that are no URLs, as `{ file, anchor }` from the root. */
export function linksOf({ path, text }: Page): { readonly file: string; readonly anchor: string }[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = "", anchor = ""] = target.split("#");
      return {
        file:
          file === ""
            ? path
            : relative(root, join(root, dirname(path), file))
                .split(sep)
                .join("/"),
        anchor,
      };
    });
}

/** The anchors GitHub gives to the headings of a page. */
export function anchorsOf({ text }: Page): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );
}

/** The part of a page below a heading, up to the next one of the same level. */
export function sectionOf({ path, text }: Page, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  if (start === -1) throw new Error(`${path} has no section ${heading}`);
  const mark = heading.split(" ")[0] ?? "#";
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^${mark} `, "m"));
  return end === -1 ? rest : rest.slice(0, end);
}
