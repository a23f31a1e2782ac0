/** Where agents run and what they can reach: as the config states it, and with defaults filled in. */
import { z } from "zod";
import { parseHostEntry } from "./host-entry.ts";

/** A host that an agent may reach. */
const HostEntry = z
  .string()
  .min(1)
  .max(300)
  .superRefine((text, context) => {
    const parsed = parseHostEntry(text);
    if ("problem" in parsed) context.addIssue({ code: "custom", message: parsed.problem });
  });

/** A list is an allowlist; "open" is every public host. */
export const NetworkPolicy = z.union([z.enum(["host", "open", "none"]), z.array(HostEntry).max(200)]);
export type NetworkPolicy = z.infer<typeof NetworkPolicy>;

export const DriverName = z.enum(["none", "bwrap", "seatbelt", "docker", "podman"]);
export type DriverName = z.infer<typeof DriverName>;

export const SandboxInput = z
  .strictObject({
    driver: z
      .enum(["auto", ...DriverName.options])
      .describe("How processes are isolated; auto takes what this machine can enforce."),
    required: z.boolean().describe("Refuse to run without a sandbox; default false."),
    network: NetworkPolicy.describe('"host", "open", "none", or a list of hosts; default "host".'),
    image: z.string().min(1).describe("Container image; with it, auto means podman or docker."),
    read: z.array(z.string().min(1)).max(50).describe("Further paths to read; ~ is your home."),
    gateway: z
      .enum(["auto", "on", "off"])
      .describe("Whether model requests pass through AXIS, which keeps the key; auto: where the agent supports it."),
    provider_tools: z
      .array(z.string().min(1))
      .max(100)
      .describe('Tools that run at the model\'s provider; default ["*"] with host and open, else none.'),
    checks: z
      .strictObject({ network: NetworkPolicy, read: z.array(z.string().min(1)).max(50) })
      .partial()
      .describe('The same for checks and gates; network defaults to "none", or to "host" if network is "host".'),
    memory_mb: z.number().int().min(64).max(1_048_576).describe("Default 4096."),
    cpu_percent: z.number().int().min(1).max(6400).describe("100 is one processor; default: no limit."),
    pids: z.number().int().min(16).max(65_536).describe("Processes at once; default 1024."),
    disk_mb: z.number().int().min(16).describe("What a run may write; default: no limit."),
  })
  .partial();
export type SandboxInput = z.infer<typeof SandboxInput>;

/** The sandbox of a job: every layer of the config applied, defaults filled in. */
export interface SandboxPolicy {
  readonly driver: "auto" | DriverName;
  readonly required: boolean;
  readonly network: NetworkPolicy;
  readonly image: string | null;
  /** Absolute. */
  readonly read: readonly string[];
  readonly gateway: "auto" | "on" | "off";
  readonly providerTools: readonly string[];
  readonly checks: { readonly network: NetworkPolicy; readonly read: readonly string[] };
  readonly memoryMb: number;
  /** Null: no limit. */
  readonly cpuPercent: number | null;
  readonly pids: number;
  /** Null: no limit. */
  readonly diskMb: number | null;
  /** Fields that the config sets: what cannot be enforced is a mistake only if someone asked for it. */
  readonly written: readonly (keyof SandboxInput)[];
}

/** The parts of a policy whose defaults do not depend on others. */
const defaults = {
  driver: "auto",
  required: false,
  network: "host",
  image: null,
  read: [],
  gateway: "auto",
  memory_mb: 4096,
  cpu_percent: null,
  pids: 1024,
  disk_mb: null,
} as const;

/** Later layers replace fields of earlier ones. Their paths are already absolute. */
export function resolveSandboxPolicy(layers: readonly (SandboxInput | undefined)[]): SandboxPolicy {
  const merged: SandboxInput = Object.assign({}, ...layers);
  const written = (Object.keys(merged) as (keyof SandboxInput)[]).filter((field) => merged[field] !== undefined);
  const set = Object.fromEntries(written.map((field) => [field, merged[field]])) as SandboxInput;
  const { driver, required, network, image, read, gateway, ...limits } = { ...defaults, ...set };
  const isWide = network === "host" || network === "open";
  return {
    driver,
    required,
    network,
    image,
    read,
    gateway,
    providerTools: merged.provider_tools ?? (isWide ? ["*"] : []),
    checks: { network: network === "host" ? "host" : "none", read: [], ...merged.checks },
    memoryMb: limits.memory_mb,
    cpuPercent: limits.cpu_percent,
    pids: limits.pids,
    diskMb: limits.disk_mb,
    written,
  };
}
