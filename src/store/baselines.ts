/** Baselines in files: one per name, meant to be committed. */
import { readdir, rm } from "node:fs/promises";
import type { Baseline } from "../core/report/baseline.ts";
import { nameFold } from "../core/names/names.ts";
import { AxisError, messageOf, systemCode } from "../core/error.ts";
import { nameProblem } from "../core/names/names.ts";
import type { Store } from "../core/store.ts";
import { writeProblem } from "./disk/disk.ts";
import { documentPieces, writeWhole } from "./documents/document.ts";
import { openFolders } from "./disk/folders.ts";
import type { FileWorld } from "./file-report.ts";
import { baselineFile, baselinesFolder, checkedName } from "./paths.ts";
import { noneYet, parseBaseline, textIfThere } from "./documents/stored-document.ts";

type Baselines = Pick<Store, "readBaseline" | "findBaseline" | "writeBaseline" | "listBaselines" | "removeBaseline">;

/** The baselines of a config directory. `makeRoot` creates the .axis folder. */
export function fileBaselines(world: FileWorld, configDir: string, makeRoot: () => Promise<void>): Baselines {
  async function findBaseline(name: string): Promise<Baseline | undefined> {
    const path = baselineFile(configDir, name);
    const text = await textIfThere(path);
    return text === undefined ? undefined : parsed(text, { name, path });
  }

  return {
    findBaseline,
    async readBaseline(name) {
      return (await findBaseline(name)) ?? Promise.reject(baselineMissing(name, await namesIn(configDir)));
    },
    async writeBaseline(baseline) {
      const path = baselineFile(configDir, baseline.name);
      requireOwnName(baseline.name, await namesIn(configDir));
      await makeRoot();
      const target = { disk: world.disk, folders: openFolders(world.disk, configDir), path, file: path };
      await writeWhole(target, documentPieces(baseline, world.redact));
    },
    async listBaselines() {
      const found: Baseline[] = [];
      for (const name of await namesIn(configDir)) {
        const baseline = await findBaseline(name).catch((error: unknown) => world.onWarning(messageOf(error)));
        if (baseline) found.push(baseline);
      }
      return found;
    },
    async removeBaseline(name) {
      const path = baselineFile(configDir, name);
      try {
        await rm(path);
      } catch (error) {
        if (systemCode(error) !== "ENOENT") throw writeProblem(path, error);
        throw baselineMissing(name, await namesIn(configDir));
      }
    },
  };
}

/** Adds a hint to the error for a damaged baseline. */
function parsed(text: string, { name, path }: { readonly name: string; readonly path: string }): Baseline {
  try {
    return parseBaseline(text, path);
  } catch (error) {
    if (!(error instanceof AxisError) || error.hint !== undefined) throw error;
    const hint = `Restore it from version control, or delete it with: axis baseline delete ${name}`;
    throw new AxisError(error.code, error.message, { hint, cause: error });
  }
}

/** Baselines are committed, and on many machines two names that differ only in case are the same file. */
export function requireOwnName(name: string, names: readonly string[]): void {
  const twin = names.find((other) => other !== name && nameFold(other) === nameFold(name));
  if (twin === undefined) return;
  throw new AxisError("name-invalid", `The baseline names "${name}" and "${twin}" differ only in case`, {
    hint: `Save it as ${twin}, or under another name`,
  });
}

/** The error for a baseline that does not exist. */
export function baselineMissing(name: string, names: readonly string[]): AxisError {
  checkedName("baseline name", name);
  return new AxisError("baseline-missing", `Baseline "${name}" does not exist`, {
    hint: names.length === 0 ? `Save one with: axis baseline set ${name}` : `Existing baselines: ${names.join(", ")}`,
  });
}

async function namesIn(configDir: string): Promise<string[]> {
  const folder = baselinesFolder(configDir);
  const files = await readdir(folder).catch(noneYet(folder));
  const names = files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
  return names.filter((name) => nameProblem(name) === null).toSorted();
}
