/** What a policy means on this machine: the driver, what it cannot enforce, and what the report records about it. */
import type { NetworkPolicy, SandboxPolicy } from "../core/config/sandbox-settings.ts";
import type { Enforced, RunSandbox } from "../core/run/run-sandbox.ts";
import { type ChosenDriver, chooseDriver, type PolicyProblem } from "./drivers.ts";
import { type Capabilities, isUnusable, type Prepared, type SandboxSpec, toNetworkMode } from "./driver.ts";

const megabyte = 1024 ** 2;
const containers: readonly string[] = ["podman", "docker"];

/** A policy that can be enforced here, with what is needed to open sandboxes. */
export interface ReadySandbox {
  readonly policy: SandboxPolicy;
  readonly chosen: ChosenDriver;
  readonly prepared: Prepared;
}

/** Everything that a policy asks for and this machine cannot enforce, by field; empty if it can be used. */
export async function listPolicyProblems(policy: SandboxPolicy): Promise<PolicyProblem[]> {
  const chosen = await chooseDriver(policy);
  return isUnusable(chosen) ? [chosen] : listUnenforceable(policy, chosen);
}

/** Prepares a policy for its runs, or lists why that is impossible. `install` false forbids downloading an image. */
export async function prepareSandbox(policy: SandboxPolicy, install: boolean): Promise<ReadySandbox | PolicyProblem[]> {
  const chosen = await chooseDriver(policy);
  if (isUnusable(chosen)) return [chosen];
  const problems = listUnenforceable(policy, chosen);
  if (problems.length > 0) return problems;
  const prepared = await chosen.driver.prepare(toSpec(policy, chosen, install));
  return isUnusable(prepared) ? [{ ...prepared, field: "image" }] : { policy, chosen, prepared };
}

function toSpec(policy: SandboxPolicy, { capabilities }: ChosenDriver, install: boolean): SandboxSpec {
  const { network, image, read, checks, memoryMb, cpuPercent, pids, diskMb } = policy;
  return {
    network,
    image,
    read,
    checks,
    limits: {
      memoryBytes: memoryMb * megabyte,
      cpuPercent,
      pids: capabilities.limits.pids === "no" ? null : pids,
      diskBytes: diskMb === null ? null : diskMb * megabyte,
    },
    install,
  };
}

function listUnenforceable(policy: SandboxPolicy, { driver, capabilities, fellBack }: ChosenDriver): PolicyProblem[] {
  const { network, checks, required, image, written } = policy;
  const fix = fellBack?.fix ?? "Choose another driver, or remove the field";
  const why = fellBack === undefined ? `the driver ${driver.name} cannot enforce it` : fellBack.missing;
  const refuse = (field: string, what: string): PolicyProblem => ({ field, missing: `${what}: ${why}`, fix });
  const lacks = (mode: NetworkPolicy) => !capabilities.network.has(toNetworkMode(mode));
  const isUnlimited = (limit: keyof Capabilities["limits"]) => capabilities.limits[limit] === "no";
  return [
    ...(required && driver.name === "none" ? [refuse("required", "a sandbox is required")] : []),
    ...(image !== null && !containers.includes(driver.name)
      ? [refuse("image", "an image needs podman or docker")]
      : []),
    ...(lacks(network) ? [refuse("network", `the network ${describeNetwork(network)} needs a sandbox`)] : []),
    ...(lacks(checks.network) && checks.network !== network
      ? [refuse("checks.network", `the network ${describeNetwork(checks.network)} needs a sandbox`)]
      : []),
    ...(written.includes("pids") && isUnlimited("pids") ? [refuse("pids", "processes cannot be limited")] : []),
    ...(written.includes("disk_mb") && isUnlimited("disk") ? [refuse("disk_mb", "disk space cannot be limited")] : []),
    // Configs from before there were sandboxes set these two without depending on them.
    ...(required && written.includes("memory_mb") && isUnlimited("memory")
      ? [refuse("memory_mb", "memory cannot be limited")]
      : []),
    ...(required && written.includes("cpu_percent") && isUnlimited("cpu")
      ? [refuse("cpu_percent", "processor time cannot be limited")]
      : []),
  ];
}

/** Formats a network policy for people. */
export function describeNetwork(network: NetworkPolicy): string {
  return typeof network === "string" ? network : `list of ${network.length} ${network.length === 1 ? "host" : "hosts"}`;
}

/** What reports record about the sandbox of a run. */
export function toRunSandbox({ policy, chosen, prepared }: ReadySandbox): RunSandbox {
  const { driver, capabilities } = chosen;
  const isOpen = driver.name === "none";
  const { limits } = capabilities;
  const enforced: Enforced = {
    files: isOpen ? "no" : "kernel",
    network: policy.network === "host" ? "no" : "kernel",
    keys: "inside",
    memory: limits.memory,
    cpu: policy.cpuPercent === null ? "no" : limits.cpu,
    pids: limits.pids,
    disk: policy.diskMb === null ? "no" : limits.disk,
  };
  return {
    driver: driver.name,
    kind: driver.name,
    version: isOpen ? null : prepared.version,
    ...(prepared.imageDigest === undefined ? {} : { image_digest: prepared.imageDigest }),
    network: policy.network,
    gateway: "off",
    enforced,
  };
}
