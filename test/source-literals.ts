/** Reads the texts that source files can print: string literals, templates and the text between JSX tags. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

export interface SourceLiteral {
  /** Relative to the repository. */
  readonly file: string;
  readonly text: string;
}

/** Stands for a value that is only known when the program runs. */
export const insertedValue = "\u0000";

/** Tests and fixtures are left out: people do not read what they hold. */
export function readSourceLiterals(folder: string): SourceLiteral[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.split(sep).join("/")}`)
    .filter((file) => /(?<!\.test|\.fixture|\.d)\.tsx?$/.test(file))
    .flatMap((file) => listLiterals(readFileSync(join(root, file), "utf8"), file).map((text) => ({ file, text })));
}

/** Modules, types and keys are no texts. */
export function listLiterals(source: string, file = "a.tsx"): string[] {
  const texts: string[] = [];
  visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }), texts);
  return texts;
}

interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

function visit(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) return node.forEach((each) => visit(each, texts));
  if (!isNode(node)) return;
  if (/^(?:Import|ExportAll|TSTypeAlias|TSInterface|TSTypeAnnotation|TSTypeParameterInstantiation)/.test(node.type))
    return;
  if (node.type === "Literal" || node.type === "JSXText") {
    if (typeof node["value"] === "string") texts.push(node["value"]);
    return;
  }
  if (node.type === "TemplateLiteral") {
    const parts = node["quasis"] as { readonly value: { readonly cooked: string } }[];
    texts.push(parts.map(({ value }) => value.cooked).join(insertedValue));
    return visit(node["expressions"], texts);
  }
  const { key: _key, ...withoutKey } = node;
  Object.values(node.type === "Property" && node["computed"] === false ? withoutKey : node).forEach((each) =>
    visit(each, texts),
  );
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}
