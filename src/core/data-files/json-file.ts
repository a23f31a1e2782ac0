/** Reads JSON and YAML files as data: strict, with limited depth, and with line and caret in syntax errors. */
import { readFile } from "node:fs/promises";
import { AxisError, errorMessage, systemCode } from "../error.ts";
import { maxNesting, jsonFault, type TextFault } from "./json-scan.ts";

/** No real config or scenario is this long. */
const maxFileBytes = 16_000_000;
const maxAliases = 100;
const maxLineWidth = 100;

/** Parses strict JSON; a BOM at the start is fine. */
export function parseJson(text: string, file: string): unknown {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (plain.trim() === "")
    throw new AxisError("config-invalid", `${file} is empty`, { hint: "Add content to it, or delete it" });
  const fault = jsonFault(plain);
  if (fault !== null) throw createSyntaxError(plain, file, { ...fault, kind: "JSON" });
  return JSON.parse(plain) as unknown;
}

/** Parses one YAML document of plain data. The parser is loaded only here. */
export async function parseYaml(text: string, file: string): Promise<unknown> {
  const { parseDocument, visit } = await import("yaml");
  try {
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true, schema: "core" });
    const [error] = document.errors;
    if (error?.code === "RESOURCE_EXHAUSTION") throw tooDeep(file, error);
    if (error)
      throw createSyntaxError(text, file, { position: error.pos[0], message: describeYamlError(error), kind: "YAML" });
    let aliases = 0;
    visit(document, { Alias: () => void (aliases += 1) });
    if (aliases > maxAliases) throw tooManyAliases(file);
    return document.toJS({ maxAliasCount: maxAliases + 1 });
  } catch (error) {
    if (error instanceof AxisError) throw error;
    // These come from the parser's own limits: stack depth, and the number of nested aliases.
    if (error instanceof RangeError) throw tooDeep(file, error);
    if (error instanceof ReferenceError) throw tooManyAliases(file);
    throw new AxisError("config-invalid", `${file} is not valid YAML: ${errorMessage(error)}`, { cause: error });
  }
}

/** Messages for people who write scenarios; the parser's own are for programmers. */
const yamlMessages: Readonly<Record<string, string>> = {
  BAD_SCALAR_START: "a text cannot start like this; put it in quotes",
  BLOCK_AS_IMPLICIT_KEY: 'this cannot be on one line with a key; put a text that contains ": " in quotes',
  DUPLICATE_KEY: "this key appears a second time",
  MULTIPLE_DOCS: "a second document starts here; write one document per file",
  TAB_AS_INDENT: "a tab indents this line; use spaces",
};

function describeYamlError({ code, message }: { readonly code: string; readonly message: string }): string {
  return yamlMessages[code] ?? message;
}

/** Reads and parses a .json, .yaml or .yml file. `shown` is the name used in messages. */
export async function readDataFile(file: string, shown: string): Promise<unknown> {
  const text = await readText(file, shown);
  return /\.ya?ml$/i.test(file) ? parseYaml(text, shown) : parseJson(text, shown);
}

/** The text of a file that must be UTF-8. */
async function readText(file: string, shown: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    const why = systemCode(cause) === "ENOENT" ? "does not exist" : `could not be read: ${errorMessage(cause)}`;
    throw new AxisError("config-invalid", `${shown} ${why}`, { cause });
  });
  if (bytes.length > maxFileBytes) throw new AxisError("config-invalid", `${shown} is larger than 16 MB`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AxisError("config-invalid", `${shown} is not UTF-8 text`, { hint: "Save it as UTF-8", cause });
  }
}

function createSyntaxError(text: string, file: string, fault: TextFault & { kind: string }): AxisError {
  const before = text.slice(0, fault.position);
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.split("\n").length;
  const column = fault.position - lineStart + 1;
  const lineEnd = text.indexOf("\n", lineStart);
  const whole = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd).replace(/\r$/, "");
  const from = Math.max(0, column - maxLineWidth);
  const [cutBefore, cutAfter] = [from > 0 ? "…" : "", whole.length > from + maxLineWidth ? "…" : ""];
  const shown = `${cutBefore}${whole.slice(from, from + maxLineWidth).replaceAll("\t", " ")}${cutAfter}`;
  const caret = `${" ".repeat(cutBefore.length + column - 1 - from)}^`;
  const message = `${file} is not valid ${fault.kind}: line ${line}, column ${column}: ${fault.message}`;
  return new AxisError("config-invalid", `${message}\n  ${shown}\n  ${caret}`);
}

function tooManyAliases(file: string): AxisError {
  return new AxisError("config-invalid", `${file} has more than ${maxAliases} aliases`, {
    hint: "Write the values out instead of using aliases",
  });
}

function tooDeep(file: string, cause: unknown): AxisError {
  return new AxisError("config-invalid", `${file} is nested deeper than ${maxNesting} levels`, { cause });
}
