/** Formats what isolates a run, in one line. */
import type { NetworkPolicy } from "../../core/config/sandbox-settings.ts";
import type { Connection } from "../../core/run/connections.ts";
import type { RunSandbox } from "../../core/run/run-sandbox.ts";

const noSandboxLine = "agents run without a sandbox, with the rights of your user";

/** What is enforced, such as `sandbox bwrap 0.8.0: own files and processes, network host; memory, pids limited`. */
export function formatSandbox({ driver, version, network, gateway, enforced }: RunSandbox): string {
  if (driver === "none") return noSandboxLine;
  const limits = (["memory", "cpu", "pids", "disk"] as const).filter((limit) => enforced[limit] !== "no");
  const words = limits.map((limit) => (enforced[limit] === "watched" ? `${limit} (watched)` : limit));
  return [
    `sandbox ${driver}${version === null ? "" : ` ${version}`}: own files and processes, network ${formatNetwork(network)}`,
    ...(words.length === 0 ? [] : [`${words.join(", ")} limited`]),
    ...(gateway === "on" ? ["keys outside"] : []),
  ].join("; ");
}

/** The mode, or the number of hosts of a list. */
export function formatNetwork(network: NetworkPolicy): string {
  if (typeof network === "string") return network;
  return `limited to ${network.length} ${network.length === 1 ? "host" : "hosts"}`;
}

/** One target that a run reached or was refused; its host is text of the agent. */
export function formatConnection({ host, port, how, allowed, reason, count, sent, received }: Connection): string {
  const times = count === 1 ? "" : `, ${count} times`;
  const end = allowed
    ? `${sent} bytes sent, ${received} received`
    : `refused${reason === undefined ? "" : `: ${reason}`}`;
  return `${host}:${port} (${how}${times}): ${end}`;
}
