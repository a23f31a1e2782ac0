/** `axis demo`: copies the sample project of the package into a folder and runs it like `axis run`. */
import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { writeTemplateFile, type TemplateFile, readFileTree } from "../file-tree.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import { openProject } from "../project.ts";
import { runProject } from "../run-project.ts";

interface Flags {
  readonly dir: string;
}

const examples = `
Copies the sample project into a subfolder and keeps it there: read it, change it, run it again.
It has three scenarios and a small agent program; it needs no account, no key and no network.

Examples:
  axis demo                                 copy the sample project to axis-demo and run it
  axis demo --dir /tmp/try-axis             copy it to another folder
  cd axis-demo && axis run                  run your changed copy like any project`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("--dir <folder>", "folder for the sample project", "axis-demo")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((deps) => demo(flags, deps)));
};

async function demo({ dir }: Flags, deps: CliDeps): Promise<number> {
  const folder = resolve(deps.cwd, dir);
  const shown = relative(deps.cwd, folder) || ".";
  const { terminal } = deps;
  const sample = await readFileTree(packageFolder("examples/hello"));
  if (await isDemo(folder, sample)) terminal.err(`Using the sample project in ${shown}; delete it to start over.`);
  else {
    for (const file of sortConfigLast(sample)) await writeTemplateFile(folder, file);
    terminal.err(`Copied the sample project to ${shown}.`);
  }
  const project = await openProject(deps, join(folder, configName));
  const code = await runProject(project, { score: true }, deps);
  terminal.err(terminal.errPaint.dim("Set up your own project with: axis init"));
  return code;
}

const configName = "axis.config.json";
/** Together with the config, this file identifies a folder as the sample project. */
const agentName = "agent/tinker.mjs";

/** Sorts the config last: without it the folder is not a project, so an interrupted copy is not mistaken for one. */
function sortConfigLast(sample: readonly TemplateFile[]): TemplateFile[] {
  return sample.toSorted((a, b) => Number(a.path === configName) - Number(b.path === configName));
}

/** Checks whether the folder already holds the sample. A folder with anything else in it is not touched. */
async function isDemo(folder: string, sample: readonly TemplateFile[]): Promise<boolean> {
  const there = new Set(await listEntries(folder));
  const isHere = async (path: string) =>
    (await listEntries(join(folder, path, ".."))).includes(path.split("/").at(-1) ?? "");
  if (there.has(configName) && (await isHere(agentName))) return true;
  const ours = new Set([".axis", ...sample.map(({ path }) => path.split("/")[0] ?? "")]);
  if (!there.has(configName) && [...there].every((name) => ours.has(name))) return false;
  throw new AxisError("file-exists", `${folder} is not empty and does not contain the sample project`, {
    hint: "Choose another folder with: axis demo --dir <folder>",
  });
}

async function listEntries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw new AxisError("file-exists", `${folder} cannot be used as a folder`, {
      hint: "Choose another one with: axis demo --dir <folder>",
      cause: error,
    });
  }
}
