/** `axis schema`: prints the JSON Schemas that configs, scenarios and reports are checked against. */
import { Argument } from "commander";
import { join, resolve } from "node:path";
import { jsonSchema, type SchemaKind, schemaKinds } from "../../config/schema.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { writeTemplateFile } from "../file-tree.ts";

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
  for (const each of kind === undefined ? schemaKinds : [kind]) {
    const path = `axis.${each}.schema.json`;
    await writeTemplateFile(resolve(cwd, out), { path, content: `${formatSchema(each)}\n` });
    terminal.out(`Wrote ${join(out, path)}`);
  }
  return 0;
}

function formatSchema(kind: SchemaKind): string {
  return JSON.stringify(jsonSchema(kind), null, 2);
}
