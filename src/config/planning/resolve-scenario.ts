/** Makes a scenario ready to run: variant applied, everything merged, every path absolute, files of checks hashed. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { defaultRunLimits, type LimitsInput } from "../../core/config/limits.ts";
import { errorMessage } from "../../core/error.ts";
import { omitUndefined } from "../../core/json.ts";
import { globBase, globMatcher, isGlob } from "../../core/paths/glob.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import type { Scenario } from "../../core/scenario.ts";
import { type CheckInput, CommandVerify } from "../../core/scenario/check.ts";
import {
  defaultRepairLoops,
  type GatesInput,
  resolveScenarioGates,
} from "../../core/scenario/gate.ts";
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import { listFilesBelow } from "../files/walk.ts";
import { sha256 } from "../plan-agents.ts";
import type { GatheredScenario } from "../scenarios.ts";
import { toWeightedChecks } from "../scenarios/rubric.ts";
import { isOutsideFolder } from "../validation/check-rules.ts";
import type { ScenarioDocument, ScenarioFields } from "../validation/documents.ts";
import { resolveSandboxPaths } from "./sandbox-layers.ts";
import { appendPath, createProblem, type Findings, type Location } from "../validation/problem.ts";
import type { Candidate, LocatedField } from "./selection.ts";

/** What every scenario gets from the config. */
export interface SharedSettings {
  readonly limits: LimitsInput | undefined;
  readonly gates?: GatesInput | undefined;
  readonly maxRepairLoops?: number | undefined;
  readonly services?: readonly string[] | undefined;
  readonly artifacts: readonly string[];
  /** Their paths are already absolute. */
  readonly mcpServers: McpServers;
}

/** The scenarios that a gathered one expands to; those with `skip` are marked. */
export async function resolveScenario(
  gathered: GatheredScenario,
  shared: SharedSettings,
  findings: Findings,
): Promise<Candidate[]> {
  const hashes = new VerifyFiles(gathered, findings);
  return Promise.all(
    expandVariants(gathered.document, gathered.key).map(async (expanded) => ({
      scenario: await buildScenario(expanded, { gathered, shared, hashes }),
      skip: expanded.fields.skip ?? false,
      locate: (field: LocatedField) => locateField(field, expanded, gathered),
    })),
  );
}

interface ScenarioContext {
  readonly gathered: GatheredScenario;
  readonly shared: SharedSettings;
  readonly hashes: VerifyFiles;
}

async function buildScenario(
  expanded: ExpandedScenario,
  { gathered, shared, hashes }: ScenarioContext,
): Promise<Scenario> {
  const { fields, key, baseKey, variant, name } = expanded;
  const { origin, place, filesDir } = gathered;
  return {
    key,
    baseKey,
    variant,
    name,
    prompt: fields.prompt,
    checks: toWeightedChecks(fields.judge).checks,
    judgeSentence: typeof fields.judge === "string",
    setup: fields.setup ?? [],
    teardown: fields.teardown ?? [],
    limits: { ...defaultRunLimits, ...shared.limits, ...fields.limits },
    agents: fields.agents ?? null,
    skills: fields.skills ?? [],
    mcpServers: mergeServers(shared.mcpServers, resolveServerPaths(fields.mcp_servers ?? {}, origin.baseDir)),
    artifacts: mergeUnique(shared.artifacts, fields.artifacts ?? []),
    ...(shared.services === undefined ? {} : { services: shared.services }),
    ...resolveGating(fields, shared),
    ...(fields.metrics === undefined ? {} : { metrics: fields.metrics }),
    ...(fields.sandbox === undefined ? {} : { sandbox: resolveSandboxPaths(fields.sandbox, origin.baseDir) }),
    place: place.file,
    baseDir: origin.baseDir,
    filesDir,
    verifyFiles: await hashes.hashFiles(fields.judge, locateField("judge", expanded, gathered)),
    remote: origin.remote,
  };
}

/** Where a field is written: in the variant that sets it, else in its template. */
function locateField(field: LocatedField, { path }: ExpandedScenario, { document, place }: GatheredScenario): Location {
  const variant = document.variants?.[Number(path[1])];
  return appendPath(place, ...(variant?.[field] === undefined ? [] : path), field);
}

/** What must hold after the agent, and what its processes may use; empty if nothing is configured. */
function resolveGating(fields: ExpandedScenario["fields"], shared: SharedSettings): Partial<Scenario> {
  const maxRepairLoops = fields.max_repair_loops ?? shared.maxRepairLoops ?? defaultRepairLoops;
  const gates = resolveScenarioGates(fields.gates ?? shared.gates ?? [], maxRepairLoops);
  const protectedPaths = fields.protected_paths ?? [];
  const requiresChanges = fields.requires_changes ?? gates.length > 0;
  return {
    ...(gates.length > 0 && { gates }),
    ...(requiresChanges && { requiresChanges }),
    ...(protectedPaths.length > 0 && { protectedPaths, maxRepairLoops }),
  };
}

/** Programs written as ./ or ../ are resolved from where they were written. */
export function resolveServerPaths(servers: McpServers, baseDir: string): McpServers {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      const isRelative = server.type === "stdio" && /^\.{1,2}[\\/]/.test(server.command);
      return [name, isRelative ? { ...server, command: resolve(baseDir, server.command) } : server];
    }),
  );
}

/** All items in the order of first appearance, without duplicates. */
export function mergeUnique(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}

/** Finds and hashes the files that the checks of one scenario copy over the workspace. */
class VerifyFiles {
  readonly #gathered: GatheredScenario;
  readonly #findings: Findings;

  constructor(gathered: GatheredScenario, findings: Findings) {
    this.#gathered = gathered;
    this.#findings = findings;
  }

  /** Hashes by path below the folder of the scenario. A pattern that matches nothing is a problem. */
  async hashFiles(rubric: string | readonly CheckInput[], place: Location): Promise<Record<string, string>> {
    const hashes: [string, string][] = [];
    for (const [index, check] of typeof rubric === "string" ? [] : rubric.entries()) {
      const command = CommandVerify.safeParse(check.verify);
      for (const [position, pattern] of (command.data?.files ?? []).entries()) {
        if (isOutsideFolder(pattern)) continue;
        const paths = await this.#findMatches(pattern);
        const at = appendPath(place, index, "verify", "files", position);
        if (paths.length === 0)
          this.#findings.problems.push(createProblem(at, `${JSON.stringify(pattern)} matches no file.`));
        for (const path of paths) hashes.push(...(await this.#hashFile(path, at)));
      }
    }
    return Object.fromEntries(hashes);
  }

  async #hashFile(path: string, place: Location): Promise<[string, string][]> {
    try {
      return [[path, sha256(await readFile(join(this.#gathered.filesDir, path)))]];
    } catch (error) {
      this.#findings.problems.push(createProblem(place, `${path} could not be read: ${errorMessage(error)}.`));
      return [];
    }
  }

  async #findMatches(pattern: string): Promise<string[]> {
    const plain = pattern.replace(/^(?:\.\/)+/, "");
    const base = isGlob(plain) ? globBase(plain) : plain.split("/").slice(0, -1).join("/");
    const skipped = [".git", ".axis", "node_modules"];
    const options = { skip: ({ name }: { name: string }) => skipped.includes(name), links: false };
    // A folder that does not exist, or is behind a link that leads out, contains no files of this scenario.
    const found = await resolveInside(this.#gathered.filesDir, base)
      .then((folder) => listFilesBelow(folder, options))
      .catch(() => []);
    return found.map((path) => (base === "" ? path : `${base}/${path}`)).filter(globMatcher(plain));
  }
}

/** One scenario to run, with the fields of its variant applied over those of its template. */
interface ExpandedScenario {
  readonly key: string;
  readonly baseKey: string;
  readonly variant: string | null;
  readonly name: string;
  readonly fields: ScenarioFields & Required<Pick<ScenarioFields, "prompt" | "judge">>;
  /** Path of the fields inside the document: empty, or `variants[i]`. */
  readonly path: readonly PropertyKey[];
}

/** The scenarios that a document expands to. */
export function expandVariants(document: ScenarioDocument, key: string): ExpandedScenario[] {
  const { name, variants, key: _key, $schema: _schema, rubric: _rubric, ...fields } = document;
  if (variants === undefined) return [{ key, baseKey: key, variant: null, name, fields, path: [] }];
  return variants.map(({ name: variant, rubric: _old, ...own }, index) => ({
    key: `${key}@${variant}`,
    baseKey: key,
    variant,
    name: `${name} [${variant}]`,
    fields: applyVariant(fields, own),
    path: ["variants", index],
  }));
}

/** A field of the variant replaces the template's; servers merge by name, limits and sandbox field by field. */
function applyVariant(template: ExpandedScenario["fields"], own: ScenarioFields): ExpandedScenario["fields"] {
  const merged: ExpandedScenario["fields"] = { ...template, ...omitUndefined(own) };
  if (template.mcp_servers && own.mcp_servers) merged.mcp_servers = mergeServers(template.mcp_servers, own.mcp_servers);
  if (template.limits && own.limits) merged.limits = { ...template.limits, ...own.limits };
  if (template.sandbox && own.sandbox) merged.sandbox = { ...template.sandbox, ...own.sandbox };
  return merged;
}

/** Merged by name; a later server replaces an earlier one completely. */
function mergeServers(...servers: readonly (McpServers | undefined)[]): McpServers {
  return Object.assign({}, ...servers) as McpServers;
}
