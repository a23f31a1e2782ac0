/** Expands a scenario with variants into the scenarios that run: one per variant, without the template. */
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import type { ScenarioDocument, ScenarioFields } from "../validation/documents.ts";

/** One scenario to run, with the fields of its variant applied over those of its template. */
export interface ExpandedScenario {
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

/** A field of the variant replaces the template's; servers merge by name, limits field by field. */
function applyVariant(template: ExpandedScenario["fields"], own: ScenarioFields): ExpandedScenario["fields"] {
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const merged: ExpandedScenario["fields"] = { ...template, ...given };
  if (template.mcp_servers && own.mcp_servers) merged.mcp_servers = mergeServers(template.mcp_servers, own.mcp_servers);
  if (template.limits && own.limits) merged.limits = { ...template.limits, ...own.limits };
  return merged;
}

/** Merged by name; a later server replaces an earlier one completely. */
export function mergeServers(...servers: readonly (McpServers | undefined)[]): McpServers {
  return Object.assign({}, ...servers) as McpServers;
}
