/** What a library asks for beyond data: everything that would execute, connect or see variables. Listed before it is trusted. */
import type { Action } from "../../core/action.ts";
import { pathText } from "../problem.ts";
import type { ScenarioFields } from "../documents.ts";
import type { GatheredScenario } from "../scenarios.ts";
import { parseSource } from "../skills/source.ts";
import type { CheckedConfig } from "../validate.ts";
import { isCommand } from "../validation/check-rules.ts";

/** The parts of a library's config. */
export function configParts(config: CheckedConfig["config"], file: string): string[] {
  const env = Array.isArray(config.env) ? config.env : Object.values(config.env ?? {}).flat();
  return [
    ...Object.keys(config.mcp_servers ?? {}).map((name) => `${file}  mcp_servers.${name}`),
    ...Object.entries(config.adapters ?? {}).map(([name, path]) => `${file}  adapters.${name}: ${path}`),
    ...(env.length === 0 ? [] : [`${file}  env: ${env.join(", ")}`]),
    ...skillParts(config.skills, `${file}  skills`),
  ];
}

/** The parts of one scenario and its variants. */
export function scenarioParts({ document, place }: GatheredScenario): string[] {
  const fields = [{ own: document as ScenarioFields, at: place.path }];
  const variants = (document.variants ?? []).map((own, index) => ({
    own: own as ScenarioFields,
    at: [...place.path, "variants", index],
  }));
  return [...fields, ...variants].flatMap(({ own, at }) => {
    const named = (...keys: readonly PropertyKey[]) => `${place.file}  ${pathText([...at, ...keys])}`;
    return [
      ...scriptParts(own.setup, (index) => named("setup", index)),
      ...scriptParts(own.teardown, (index) => named("teardown", index)),
      ...checkParts(own.judge, (index) => named("judge", index, "verify")),
      ...Object.keys(own.mcp_servers ?? {}).map((name) => named("mcp_servers", name)),
      ...skillParts(own.skills, named("skills")),
    ];
  });
}

/** Copying fixtures of the library into a workspace is data; a script is not. */
function scriptParts(actions: readonly Action[] | undefined, named: (index: number) => string): string[] {
  return (actions ?? []).flatMap((action, index) =>
    action.action === "copy" ? [] : [`${named(index)}: ${action.command}`],
  );
}

function checkParts(rubric: ScenarioFields["judge"], named: (index: number) => string): string[] {
  if (rubric === undefined || typeof rubric === "string") return [];
  return rubric.flatMap(({ verify }, index) => {
    if (verify === undefined) return [];
    if (typeof verify === "string") return [`${named(index)}: ${verify}`];
    return isCommand(verify) ? [`${named(index)}: ${verify.command}`] : [];
  });
}

/** Skills inside the library are pinned with it; those from elsewhere would be fetched because it says so. */
function skillParts(skills: readonly string[] | undefined, at: string): string[] {
  return (skills ?? []).filter((source) => parseSource(source)?.kind === "github").map((source) => `${at}: ${source}`);
}
