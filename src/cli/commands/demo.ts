/** `axis demo`: the sample project of the package, copied beside the reader and run as `axis run` would. */
import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";
import type { CliWorld, CommandModule } from "../command.ts";
import { layFile, type LaidFile, readTree } from "../file-tree.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import { openProject } from "../project.ts";
import { runProject } from "../run-project.ts";

interface Flags {
  readonly dir: string;
}

const examples = `
The sample project is copied into a folder below this one and stays there: read it, change it, run it again.
It has three scenarios and a small agent program; it needs no account, no key and no network.

Examples:
  axis demo                                 copy the sample project to axis-demo and run it
  axis demo --dir /tmp/try-axis             into another folder
  cd axis-demo && axis run                  run your changed copy like any project`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("--dir <folder>", "folder for the sample project", "axis-demo")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((world) => demo(flags, world)));
};

async function demo({ dir }: Flags, world: CliWorld): Promise<number> {
  const folder = resolve(world.cwd, dir);
  const shown = relative(world.cwd, folder) || ".";
  const { terminal } = world;
  const sample = await readTree(packageFolder("examples/hello"));
  if (await isDemo(folder, sample)) terminal.err(`Using the sample project in ${shown}; delete it to start afresh.`);
  else {
    for (const file of configLast(sample)) await layFile(folder, file);
    terminal.err(`Copied the sample project to ${shown}.`);
  }
  const project = await openProject(world, join(folder, configName));
  const code = await runProject(project, { score: true }, world);
  terminal.err(terminal.errPaint.dim("Next: axis init sets up a project of your own."));
  return code;
}

const configName = "axis.config.json";
/** With the config, what tells a sample project from any other. */
const agentName = "agent/tinker.mjs";

/** The config is what makes it a project, so a copy that was interrupted is not taken for one. */
function configLast(sample: readonly LaidFile[]): LaidFile[] {
  return sample.toSorted((a, b) => Number(a.path === configName) - Number(b.path === configName));
}

/** Whether the sample is there already. A folder that holds anything else is left alone. */
async function isDemo(folder: string, sample: readonly LaidFile[]): Promise<boolean> {
  const there = new Set(await entriesOf(folder));
  const isHere = async (path: string) =>
    (await entriesOf(join(folder, path, ".."))).includes(path.split("/").at(-1) ?? "");
  if (there.has(configName) && (await isHere(agentName))) return true;
  const ours = new Set([".axis", ...sample.map(({ path }) => path.split("/")[0] ?? "")]);
  if (!there.has(configName) && [...there].every((name) => ours.has(name))) return false;
  throw new AxisError("file-exists", `${folder} is not empty and does not hold the sample project`, {
    hint: "Choose another folder with: axis demo --dir <folder>",
  });
}

async function entriesOf(folder: string): Promise<string[]> {
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
