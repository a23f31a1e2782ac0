/** The adapters that a config can name: the built-in ones, and its own modules. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { builtInAgents } from "../../agents/catalog.ts";
import type { AgentAdapter } from "../../core/agent.ts";
import { errorMessage } from "../../core/error.ts";
import { nameProblem } from "../../core/names/names.ts";
import { loadModule } from "../module.ts";
import { type Findings, type Location, createProblem } from "../validation/problem.ts";

/** An adapter module as named in a config. */
export interface AdapterSource {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly written: string;
  readonly place: Location;
}

export interface KnownAdapter {
  readonly adapter: AgentAdapter;
  /** SHA-256 of the module; empty for a built-in adapter, which the version of AXIS covers. */
  readonly digest: string;
}

export type KnownAdapters = ReadonlyMap<string, KnownAdapter>;

/** Loads the modules and adds them to the built-in adapters by lower-case name; a module replaces a built-in one. */
export async function loadAdapters(
  sources: readonly AdapterSource[],
  findings: Findings,
  onNotice: (message: string) => void,
): Promise<KnownAdapters> {
  const known = new Map(Object.entries(builtInAgents).map(([name, adapter]) => [name, { adapter, digest: "" }]));
  const taken = new Map<string, AdapterSource>();
  for (const source of sources) {
    const name = source.name.toLowerCase();
    const first = taken.get(name);
    taken.set(name, first ?? source);
    if (first !== undefined) {
      const message = `The adapter ${JSON.stringify(first.name)} has the same name, ignoring case.`;
      findings.problems.push(createProblem(source.place, message, "Rename or remove one of them."));
    }
    const wrong = nameProblem(source.name);
    if (wrong !== null) findings.problems.push(createProblem(source.place, `The adapter name ${wrong}.`));
    if (known.get(name)?.digest === "")
      onNotice(`The adapter "${name}" of this project replaces the built-in one`);
    const loaded = await loadAdapter(source, findings);
    if (loaded) known.set(name, loaded);
  }
  return known;
}

async function loadAdapter(
  { file, written, place }: AdapterSource,
  findings: Findings,
): Promise<KnownAdapter | undefined> {
  if (!(await isFile(file))) {
    findings.problems.push(
      createProblem(place, `There is no file ${JSON.stringify(written)}.`, "Write the path of a module."),
    );
    return undefined;
  }
  try {
    const namespace = await loadModule(file, { shown: written });
    const adapter = [namespace.default, namespace.adapter].find(isAdapter);
    if (adapter !== undefined && !Keys.safeParse(adapter.keys).success) {
      const message = "The keys of this adapter must be lists of variable names.";
      findings.problems.push(createProblem(place, message, "Write: keys: { required: [...], optional: [...] }."));
      return undefined;
    }
    if (adapter !== undefined) return { adapter, digest: sha256(await readFile(file)) };
    const message = "Neither the default export nor the export `adapter` of this module has a run function.";
    findings.problems.push(createProblem(place, message, "Export an adapter: { name, run(task, io) { ... } }."));
  } catch (error) {
    findings.problems.push(createProblem(place, errorMessage(error)));
  }
  return undefined;
}

const names = z.array(z.string().min(1)).optional();
const Keys = z.object({ required: names, optional: names }).optional();

function isAdapter(value: unknown): value is AgentAdapter {
  return typeof value === "object" && value !== null && "run" in value && typeof value.run === "function";
}

/** SHA-256 in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}
