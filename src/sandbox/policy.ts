/** What a policy means on this machine: the driver, what it cannot enforce, and what the report records about it. */
import type { NetworkPolicy, SandboxInput, SandboxPolicy } from "../core/config/sandbox-settings.ts";
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

/** One thing that a policy may ask for, and whether this driver lacks it. */
interface Demand {
  readonly field: string;
  readonly what: string;
  readonly isUnmet: boolean;
}

function listUnenforceable(policy: SandboxPolicy, chosen: ChosenDriver): PolicyProblem[] {
  const { driver, fellBack } = chosen;
  const fix = fellBack?.fix ?? "Choose another driver, or remove the field";
  const why = fellBack?.missing ?? `the driver ${driver.name} cannot enforce it`;
  return [...listDemands(policy, chosen), ...listLimitDemands(policy, chosen)]
    .filter(({ isUnmet }) => isUnmet)
    .map(({ field, what }) => ({ field, missing: `${what}: ${why}`, fix }));
}

function listDemands(
  { network, checks, required, image }: SandboxPolicy,
  { driver, capabilities }: ChosenDriver,
): Demand[] {
  const lacks = (mode: NetworkPolicy) => !capabilities.network.has(toNetworkMode(mode));
  const describe = (mode: NetworkPolicy) => `the network ${describeNetwork(mode)} needs a sandbox`;
  const isOther = checks.network !== network;
  return [
    { field: "required", what: "a sandbox is required", isUnmet: required && driver.name === "none" },
    {
      field: "image",
      what: "an image needs podman or docker",
      isUnmet: image !== null && !containers.includes(driver.name),
    },
    { field: "network", what: describe(network), isUnmet: lacks(network) },
    { field: "checks.network", what: describe(checks.network), isUnmet: isOther && lacks(checks.network) },
  ];
}

/** Configs from before there were sandboxes limit memory and processor without depending on it. */
function listLimitDemands({ required, written }: SandboxPolicy, { capabilities: { limits } }: ChosenDriver): Demand[] {
  const lacks = (field: keyof SandboxInput, limit: keyof Capabilities["limits"]) =>
    written.includes(field) && limits[limit] === "no";
  return [
    { field: "pids", what: "processes cannot be limited", isUnmet: lacks("pids", "pids") },
    { field: "disk_mb", what: "disk space cannot be limited", isUnmet: lacks("disk_mb", "disk") },
    { field: "memory_mb", what: "memory cannot be limited", isUnmet: required && lacks("memory_mb", "memory") },
    {
      field: "cpu_percent",
      what: "processor time cannot be limited",
      isUnmet: required && lacks("cpu_percent", "cpu"),
    },
  ];
}

/** Formats a network policy for people. */
function describeNetwork(network: NetworkPolicy): string {
  return typeof network === "string" ? network : `list of ${network.length} ${network.length === 1 ? "host" : "hosts"}`;
}

/** What reports record about the sandbox of a run. */
export function toRunSandbox({ policy, chosen, prepared }: ReadySandbox, hasGateway: boolean): RunSandbox {
  const { driver, capabilities } = chosen;
  const isOpen = driver.name === "none";
  const { limits } = capabilities;
  const enforced: Enforced = {
    files: isOpen ? "no" : "kernel",
    network: policy.network === "host" ? "no" : "kernel",
    // Without a sandbox, an agent can read the environment of AXIS itself.
    keys: hasGateway && !isOpen ? "outside" : "inside",
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
    gateway: hasGateway ? "on" : "off",
    enforced,
  };
}
