/** What a library asks for beyond data: anything that would execute, connect or see variables. Listed before it is trusted. */
import type { Action } from "../../core/scenario/action.ts";
import { formatKeyPath } from "../validation/problem.ts";
import type { ScenarioFields } from "../validation/documents.ts";
import type { GatheredScenario } from "../scenarios.ts";
import { parseSource } from "../skills/source.ts";
import type { CheckedConfig } from "../validation/validate.ts";
import { isCommand } from "../validation/check-rules.ts";

/** The kinds of things a library can ask for, as messages name them. */
type PartKind =
  | "package.json"
  | "modules"
  | "setup and teardown scripts"
  | "command checks"
  | "gates"
  | "MCP servers"
  | "adapters"
  | "variables"
  | "sandbox settings"
  | "skills from elsewhere";

export interface Part {
  readonly kind: PartKind;
  /** The file, and the location in it. */
  readonly at: string;
  /** What is written there, such as a command. */
  readonly what?: string;
}

/** A part as one line of text. */
export function partText({ kind, at, what }: Part): string {
  if (kind === "modules") return `${at} (module)`;
  return what === undefined ? at : `${at}: ${what}`;
}

/** The parts of a library's config. */
export function configParts(config: CheckedConfig["config"], file: string): Part[] {
  const env = Array.isArray(config.env) ? config.env : Object.values(config.env ?? {}).flat();
  return [
    ...serverParts(config.mcp_servers, (name) => `${file}  mcp_servers.${name}`),
    ...Object.entries(config.adapters ?? {}).map(([name, what]): Part => ({
      kind: "adapters",
      at: `${file}  adapters.${name}`,
      what,
    })),
    ...(env.length === 0 ? [] : [{ kind: "variables" as const, at: `${file}  env`, what: env.join(", ") }]),
    ...skillParts(config.skills, `${file}  skills`),
  ];
}

/** The parts of one scenario and its variants. */
export function scenarioParts({ document, place }: GatheredScenario): Part[] {
  const fields = [{ own: document as ScenarioFields, at: place.path }];
  const variants = (document.variants ?? []).map((own, index) => ({
    own: own as ScenarioFields,
    at: [...place.path, "variants", index],
  }));
  return [...fields, ...variants].flatMap(({ own, at }) => {
    const named = (...keys: readonly PropertyKey[]) => `${place.file}  ${formatKeyPath([...at, ...keys])}`;
    return [
      ...scriptParts(own.setup, (index) => named("setup", index)),
      ...scriptParts(own.teardown, (index) => named("teardown", index)),
      ...checkParts(own.judge, (index) => named("judge", index, "verify")),
      ...gateParts(own.gates, (index) => named("gates", index)),
      ...serverParts(own.mcp_servers, (name) => named("mcp_servers", name)),
      ...skillParts(own.skills, named("skills")),
      ...sandboxParts(own.sandbox, (field) => named("sandbox", field)),
    ];
  });
}

function serverParts(servers: ScenarioFields["mcp_servers"], named: (name: string) => string): Part[] {
  return Object.keys(servers ?? {}).map((name) => ({ kind: "MCP servers", at: named(name) }));
}

/** Copying a library's fixtures into a workspace is data; a script is not. */
function scriptParts(actions: readonly Action[] | undefined, named: (index: number) => string): Part[] {
  return (actions ?? []).flatMap((action, index): Part[] =>
    action.action === "copy" ? [] : [{ kind: "setup and teardown scripts", at: named(index), what: action.command }],
  );
}

function checkParts(rubric: ScenarioFields["judge"], named: (index: number) => string): Part[] {
  if (rubric === undefined || typeof rubric === "string") return [];
  return rubric.flatMap(({ verify }, index): Part[] => {
    if (verify === undefined || (typeof verify !== "string" && !isCommand(verify))) return [];
    return [{ kind: "command checks", at: named(index), what: typeof verify === "string" ? verify : verify.command }];
  });
}

function gateParts(gates: ScenarioFields["gates"], named: (index: number) => string): Part[] {
  return (gates ?? []).map(({ command }, index): Part => ({
    kind: "gates",
    at: named(index),
    what: typeof command === "string" ? command : command.join(" "),
  }));
}

/** Lower limits and a narrower network are data; anything else decides where and with what the agent runs. */
const harmlessFields: readonly string[] = ["memory_mb", "cpu_percent", "pids", "disk_mb", "network"];

function sandboxParts(sandbox: ScenarioFields["sandbox"], named: (field: string) => string): Part[] {
  return Object.keys(sandbox ?? {})
    .filter((field) => !harmlessFields.includes(field))
    .map((field) => ({ kind: "sandbox settings", at: named(field) }));
}

/** Skills inside the library are pinned with it; skills from elsewhere would be fetched on its behalf. */
function skillParts(skills: readonly string[] | undefined, at: string): Part[] {
  return (skills ?? []).filter(isRemoteSkill).map((what) => ({ kind: "skills from elsewhere", at, what }));
}

/** Whether a source of skills is a repository rather than a folder. */
export function isRemoteSkill(source: string): boolean {
  return parseSource(source)?.kind === "github";
}
