/** The sandbox of an agent that judges: its own folders, the evidence, and of the network only what the policy leaves open to all. */
import { dirname } from "node:path";
import type { SandboxPolicy } from "../../core/config/sandbox-settings.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { prepareSandbox } from "../../sandbox/policy.ts";
import type { ReadyAgent } from "../agents/prepare-agents.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { listAgentFiles } from "./named-files.ts";
import { listHiddenFolders, openRunSandbox, type OpenSandbox } from "./run-sandbox.ts";

export interface JudgeSandboxOptions {
  readonly runId: string;
  readonly workspace: Workspace;
  /** Null if there is nothing to look at. */
  readonly evidence: string | null;
  readonly agent: Pick<PlannedAgent, "config" | "file">;
  readonly ready: ReadyAgent;
  readonly configDir: string;
  readonly operator: NodeJS.ProcessEnv;
}

/** Throws if this machine cannot enforce the policy; plans with such a policy are refused before anything starts. */
export async function openJudgeSandbox(policy: SandboxPolicy, options: JudgeSandboxOptions): Promise<OpenSandbox> {
  const { workspace, evidence, agent, ready, configDir, operator, runId } = options;
  const prepared = await prepareSandbox({ ...policy, network: policy.network === "host" ? "host" : "none" }, false);
  if (Array.isArray(prepared)) throw new Error(prepared.map(({ missing }) => missing).join("; "));
  const hidden = listHiddenFolders(operator, [configDir, dirname(workspace.root)]);
  const env = { PATH: operator["PATH"] ?? "" };
  const read = [...listAgentFiles(agent, { configDir, ready, env, hidden }), ...(evidence === null ? [] : [evidence])];
  return openRunSandbox(prepared, { runId, workspace, operator, hidden, read });
}
