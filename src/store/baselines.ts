/** Baselines in files: one per name, meant to be committed. */
import { readdir, rm } from "node:fs/promises";
import type { Baseline } from "../core/report/baseline.ts";
import { foldName } from "../core/names/names.ts";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import { nameProblem } from "../core/names/names.ts";
import type { BaselineStore } from "../core/store.ts";
import { toDiskWriteError } from "./disk/disk.ts";
import { serializeDocument, writeAtomically } from "./documents/document.ts";
import { openFolders } from "./disk/folders.ts";
import type { FileStoreDeps } from "./file-report.ts";
import { baselineFile, baselinesFolder, requireName } from "./paths.ts";
import { emptyIfMissing, parseBaseline, readTextIfExists } from "./documents/read-document.ts";

/** The baselines of a config directory. `makeRoot` creates the .axis folder. */
export function fileBaselines(deps: FileStoreDeps, configDir: string, makeRoot: () => Promise<void>): BaselineStore {
  async function findBaseline(name: string): Promise<Baseline | undefined> {
    const path = baselineFile(configDir, name);
    const text = await readTextIfExists(path);
    return text === undefined ? undefined : parseWithHint(text, { name, path });
  }

  return {
    findBaseline,
    async readBaseline(name) {
      return (
        (await findBaseline(name)) ?? Promise.reject(baselineMissingError(name, await listBaselineNames(configDir)))
      );
    },
    async writeBaseline(baseline) {
      const path = baselineFile(configDir, baseline.name);
      requireDistinctName(baseline.name, await listBaselineNames(configDir));
      await makeRoot();
      const target = { disk: deps.disk, folders: openFolders(deps.disk, configDir), path, file: path };
      await writeAtomically(target, serializeDocument(baseline, deps.redact));
    },
    async listBaselines() {
      const found: Baseline[] = [];
      for (const name of await listBaselineNames(configDir)) {
        const baseline = await findBaseline(name).catch((error: unknown) => deps.onWarning(errorMessage(error)));
        if (baseline) found.push(baseline);
      }
      return found;
    },
    async removeBaseline(name) {
      const path = baselineFile(configDir, name);
      try {
        await rm(path);
      } catch (error) {
        if (systemCode(error) !== "ENOENT") throw toDiskWriteError(path, error);
        throw baselineMissingError(name, await listBaselineNames(configDir));
      }
    },
  };
}

/** Adds a hint to the error for a damaged baseline. */
function parseWithHint(text: string, { name, path }: { readonly name: string; readonly path: string }): Baseline {
  try {
    return parseBaseline(text, path);
  } catch (error) {
    if (!(error instanceof AxisError) || error.hint !== undefined) throw error;
    const hint = `Restore it from version control, or delete it with: axis baseline delete ${name}`;
    throw new AxisError(error.code, error.message, { hint, cause: error });
  }
}

/** Baselines are committed, and on many machines two names that differ only in case are the same file. */
export function requireDistinctName(name: string, names: readonly string[]): void {
  const twin = names.find((other) => other !== name && foldName(other) === foldName(name));
  if (twin === undefined) return;
  throw new AxisError("name-invalid", `The baseline names "${name}" and "${twin}" differ only in case`, {
    hint: `Save it as ${twin}, or under another name`,
  });
}

/** The error for a baseline that does not exist. */
export function baselineMissingError(name: string, names: readonly string[]): AxisError {
  requireName("baseline name", name);
  return new AxisError("baseline-missing", `Baseline "${name}" does not exist`, {
    hint: names.length === 0 ? `Save one with: axis baseline set ${name}` : `Existing baselines: ${names.join(", ")}`,
  });
}

async function listBaselineNames(configDir: string): Promise<string[]> {
  const folder = baselinesFolder(configDir);
  const files = await readdir(folder).catch(emptyIfMissing(folder));
  const names = files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
  return names.filter((name) => nameProblem(name) === null).toSorted();
}
