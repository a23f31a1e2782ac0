/** Picks the agent of a new project if none was given: the first preferred one that can run here, else the sample. */
import { builtInAgents } from "../../agents/catalog.ts";
import { definedOnly, readAgent } from "../../runner/agents/readiness.ts";

const usual = ["claude-code", "codex", "gemini"];
const sample = "command";

/** Starts and downloads nothing: the agent's program must be installed, with a key or a login. */
export async function defaultAgent(env: NodeJS.ProcessEnv, configDir: string): Promise<string> {
  for (const name of usual) {
    const adapter = builtInAgents[name];
    if (adapter === undefined) continue;
    const found = await readAgent({ adapter, config: { agent: name } }, definedOnly(env), {
      configDir,
      install: false,
    });
    if (found.missing.length === 0) return name;
  }
  return sample;
}
