/** A project as far as it lies on this machine: nothing is fetched, and every mistake is collected. */
import { basename, dirname, resolve } from "node:path";
import { readConfig } from "../../config/load.ts";
import { type KnownAdapters, loadAdapters } from "../../config/planning/adapters.ts";
import { planAgents } from "../../config/planning/agents.ts";
import { agentMentions } from "../../config/planning/mentions.ts";
import { absoluteServers, resolveScenario } from "../../config/planning/resolve-scenario.ts";
import type { Candidate } from "../../config/planning/selection.ts";
import { type Findings, noFindings } from "../../config/problem.ts";
import { gatherEntry, type GatheredScenario, isUrl, type Origin, withUniqueKeys } from "../../config/scenarios.ts";
import { type CheckedConfig, validateConfig } from "../../config/validate.ts";
import type { PlannedAgent } from "../../core/plan.ts";

export interface LocalProject {
  readonly configDir: string;
  readonly config: CheckedConfig["config"];
  readonly agents: readonly PlannedAgent[];
  readonly adapters: KnownAdapters;
  readonly scenarios: readonly Candidate[];
  /** Git URLs among the scenarios. */
  readonly libraries: readonly string[];
  readonly findings: Findings;
  /** Files that were passed over, and the like. */
  readonly details: readonly string[];
}

export async function localProject(configFile: string): Promise<LocalProject> {
  const [configDir, configName] = [dirname(configFile), basename(configFile)];
  const findings = noFindings();
  const details: string[] = [];
  const onDetail = (message: string) => void details.push(message);
  const checked = validateConfig(await readConfig(configFile, configName), configName, findings);
  const origin: Origin = { baseDir: configDir, configDir, remote: null, configName };
  const gathered: GatheredScenario[] = [];
  for (const { entry, place } of checked.scenarios)
    if (!isUrl(entry)) gathered.push(...(await gatherEntry(entry, origin, { findings, onDetail, at: place })));
  const adapters = await ownAdapters(checked, origin, { findings, onDetail });
  const agents = planAgents(checked.agents, adapters, findings);
  const scenarios = await resolvedScenarios(checked, { gathered, configDir, findings });
  agentMentions(scenarios, agents, findings);
  const libraries = checked.scenarios.map(({ entry }) => entry).filter(isUrl);
  return { configDir, config: checked.config, agents, adapters, scenarios, libraries, findings, details };
}

async function ownAdapters(
  { config }: CheckedConfig,
  { baseDir, configName }: Origin,
  { findings, onDetail }: { readonly findings: Findings; readonly onDetail: (message: string) => void },
): Promise<KnownAdapters> {
  const sources = Object.entries(config.adapters ?? {}).map(([name, written]) => ({
    name,
    written,
    file: resolve(baseDir, written),
    place: { file: configName, path: ["adapters", name] },
  }));
  return loadAdapters(sources, findings, onDetail);
}

async function resolvedScenarios(
  { config }: CheckedConfig,
  { gathered, configDir, findings }: { gathered: GatheredScenario[]; configDir: string; findings: Findings },
): Promise<Candidate[]> {
  const shared = {
    limits: config.settings?.limits?.scenario,
    artifacts: config.artifacts ?? [],
    mcpServers: absoluteServers(config.mcp_servers ?? {}, configDir),
  };
  const unique = withUniqueKeys(gathered, findings);
  return (await Promise.all(unique.map((each) => resolveScenario(each, shared, findings)))).flat();
}
