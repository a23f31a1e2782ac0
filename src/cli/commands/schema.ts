/** `axis schema`: prints the JSON Schemas that configs, scenarios and reports are checked against. */
import { Argument } from "commander";
import { join, resolve } from "node:path";
import { jsonSchema, type SchemaKind, schemaKinds } from "../../config/schema.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { type TemplateFile, writeTemplateFile } from "../file-tree.ts";

interface Flags {
  readonly out?: string;
}

const examples = `
Examples:
  axis schema                               the schema of axis.config.json
  axis schema scenario > scenario.schema.json
  axis schema --out .vscode                 write all three as files for an editor`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .addArgument(new Argument("[kind]", "schema to print (default: config)").choices(schemaKinds))
    .option("--out <dir>", "write axis.<kind>.schema.json into this folder; without a kind, all three")
    .addHelpText("after", examples)
    .action((kind: SchemaKind | undefined, flags: Flags) => act((deps) => schema(kind, flags, deps)));
};

async function schema(kind: SchemaKind | undefined, { out }: Flags, { terminal, cwd }: CliDeps): Promise<number> {
  if (out === undefined) {
    terminal.out(formatSchema(kind ?? "config"));
    return 0;
  }
  for (const file of listSchemas(kind === undefined ? schemaKinds : [kind])) {
    await writeTemplateFile(resolve(cwd, out), file);
    terminal.out(`Wrote ${join(out, file.path)}`);
  }
  return 0;
}

/** The schemas as files. */
export function listSchemas(kinds: readonly SchemaKind[]): TemplateFile[] {
  return kinds.map((kind) => ({ path: `axis.${kind}.schema.json`, content: `${formatSchema(kind)}\n` }));
}

function formatSchema(kind: SchemaKind): string {
  return JSON.stringify(jsonSchema(kind), null, 2);
}
