/** Picks the agent of a new project if none was given: the first preferred one that can run here, else the sample. */
import { builtInAgents } from "../../agents/catalog.ts";
import { pickDefined, probeAgent } from "../../runner/agents/readiness.ts";

const preferredAgents = ["claude-code", "codex", "gemini"];
const sampleAgentName = "command";

/** Starts and downloads nothing: the agent's program must be installed, with a key or a login. */
export async function findDefaultAgent(env: NodeJS.ProcessEnv, configDir: string): Promise<string> {
  for (const name of preferredAgents) {
    const adapter = builtInAgents[name];
    if (adapter === undefined) continue;
    const found = await probeAgent({ adapter, config: { agent: name } }, pickDefined(env), {
      configDir,
      install: false,
    });
    if (found.missing.length === 0) return name;
  }
  return sampleAgentName;
}
