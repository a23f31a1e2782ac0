/** The sandbox of a job: settings, agent, scenario with its variant, flags; a later layer replaces fields of an earlier one. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type NetworkPolicy, resolveSandboxPolicy, type SandboxInput, type SandboxPolicy } from "../../core/config/sandbox-settings.ts";
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { Project } from "../load-project.ts";
import type { PlanRequest } from "./plan-request.ts";

/** Paths are relative to where they were written; `~` is the operator's home. */
export function resolveSandboxPaths(sandbox: SandboxInput, baseDir: string): SandboxInput {
  const { read, checks, ...rest } = sandbox;
  const resolveAll = (paths: readonly string[]) => paths.map((path) => resolveReadPath(path, baseDir));
  return {
    ...rest,
    ...(read === undefined ? {} : { read: resolveAll(read) }),
    ...(checks === undefined
      ? {}
      : { checks: { ...checks, ...(checks.read === undefined ? {} : { read: resolveAll(checks.read) }) } }),
  };
}

function resolveReadPath(path: string, baseDir: string): string {
  return path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : resolve(baseDir, path);
}

type LayeredProject = Pick<Project, "config" | "configDir">;
type LayeredRequest = Pick<PlanRequest, "sandbox">;

/** Of an agent that judges, which belongs to no scenario. */
export function resolveAgentSandbox(
  agent: AgentConfig,
  { config, configDir }: LayeredProject,
  request: LayeredRequest,
): SandboxPolicy {
  const layers = [toAbsolute(config.settings?.sandbox, configDir), toAbsolute(agent.sandbox, configDir)];
  return resolveSandboxPolicy([...layers, request.sandbox]);
}

export function resolveJobSandbox(
  { scenario, agent }: { readonly scenario: Scenario; readonly agent: PlannedAgent },
  { config, configDir }: LayeredProject,
  request: LayeredRequest,
): SandboxPolicy {
  const shared = [toAbsolute(config.settings?.sandbox, configDir), toAbsolute(agent.config.sandbox, configDir)];
  const own = scenario.remote === null ? scenario.sandbox : restrictSandbox(resolveSandboxPolicy(shared), scenario.sandbox);
  return resolveSandboxPolicy([...shared, own, request.sandbox]);
}

function toAbsolute(sandbox: SandboxInput | undefined, baseDir: string): SandboxInput | undefined {
  return sandbox === undefined ? undefined : resolveSandboxPaths(sandbox, baseDir);
}

const limits = ["memory_mb", "cpu_percent", "pids", "disk_mb"] as const;

/** A scenario of a library may lower limits and narrow the network, never the opposite. */
function restrictSandbox(base: SandboxPolicy, own: SandboxInput | undefined): SandboxInput | undefined {
  if (own === undefined) return undefined;
  const most = { memory_mb: base.memoryMb, cpu_percent: base.cpuPercent, pids: base.pids, disk_mb: base.diskMb };
  const lowered = limits.flatMap((name) => {
    const [wanted, highest] = [own[name], most[name]];
    return wanted === undefined ? [] : [[name, highest === null ? wanted : Math.min(wanted, highest)] as const];
  });
  const { network, ...rest } = own;
  return {
    ...rest,
    ...Object.fromEntries(lowered),
    ...(network === undefined ? {} : { network: narrowNetwork(base.network, network) }),
  };
}

/** The narrower of two policies; of two lists, the entries that both have. */
function narrowNetwork(base: NetworkPolicy, wanted: NetworkPolicy): NetworkPolicy {
  const width = (network: NetworkPolicy) => (typeof network === "string" ? { host: 3, open: 2, none: 0 }[network] : 1);
  if (Array.isArray(base) && Array.isArray(wanted)) return wanted.filter((entry) => base.includes(entry));
  return width(wanted) < width(base) ? wanted : base;
}
