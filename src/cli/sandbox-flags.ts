/** The flags --sandbox and --network of commands that execute runs. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { DriverName, NetworkPolicy, type SandboxInput } from "../core/config/sandbox-settings.ts";
import type { PlanRequest } from "../config/planning/plan-request.ts";

export interface SandboxFlags {
  readonly sandbox?: SandboxInput["driver"];
  readonly network?: SandboxInput["network"];
}

/** Adds both flags to a command. */
export function addSandboxFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--sandbox <driver>", "isolate agents, gates and checks with this driver").choices([
        "auto",
        ...DriverName.options,
      ]),
    )
    .option("--network <mode>", "what agents can reach: host, open, none, or hosts separated by commas", parseNetwork);
}

/** Undefined if neither flag was given. */
export function toSandboxRequest({ sandbox, network }: SandboxFlags): PlanRequest["sandbox"] {
  if (sandbox === undefined && network === undefined) return undefined;
  return { ...(sandbox !== undefined && { driver: sandbox }), ...(network !== undefined && { network }) };
}

function parseNetwork(text: string): NetworkPolicy {
  const isMode = ["host", "open", "none"].includes(text);
  const parsed = NetworkPolicy.safeParse(isMode ? text : text.split(",").map((host) => host.trim()));
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(parsed.error.issues.map(({ message }) => message).join(" "));
}
