/** The sandbox of an agent that judges: its own folders, the evidence, and of the network only what the policy leaves open to all. */
import { dirname } from "node:path";
import type { SandboxPolicy } from "../../core/config/sandbox-settings.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { prepareSandbox, type ReadySandbox } from "../../sandbox/policy.ts";
import type { ReadyAgent } from "../agents/prepare-agents.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { listAgentFiles } from "./named-files.ts";
import { type GatewayPlace, listHiddenFolders, openRunSandbox, type OpenSandbox } from "./run-sandbox.ts";

export interface JudgeSandboxOptions {
  readonly runId: string;
  readonly workspace: Workspace;
  /** Null if there is nothing to look at. */
  readonly evidence: string | null;
  readonly agent: Pick<PlannedAgent, "config" | "file">;
  readonly ready: ReadyAgent;
  readonly configDir: string;
  readonly operator: NodeJS.ProcessEnv;
  /** Where the gateway of the judge listens; null if it has none. */
  readonly gateway: GatewayPlace | null;
}

/** Throws if this machine cannot enforce the policy; plans with such a policy are refused before anything starts. */
export async function prepareJudgeSandbox(policy: SandboxPolicy): Promise<ReadySandbox> {
  const ready = await prepareSandbox({ ...policy, network: policy.network === "host" ? "host" : "none" }, false);
  if (Array.isArray(ready)) throw new Error(ready.map(({ missing }) => missing).join("; "));
  return ready;
}

export function openJudgeSandbox(ready: ReadySandbox, options: JudgeSandboxOptions): Promise<OpenSandbox> {
  const { workspace, evidence, agent, configDir, operator, runId, gateway } = options;
  const hidden = listHiddenFolders(operator, [configDir, dirname(workspace.root)]);
  const env = { PATH: operator["PATH"] ?? "" };
  const files = listAgentFiles(agent, { configDir, ready: options.ready, env, hidden });
  const read = [...files, ...(evidence === null ? [] : [evidence])];
  return openRunSandbox(ready, { runId, workspace, operator, hidden, read, gateway });
}
