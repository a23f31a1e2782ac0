/** Whether an agent's model requests pass through AXIS, and which tools of the provider it may use. */
import type { SandboxInput } from "./sandbox-settings.ts";

export interface GatewayPolicy {
  /** "auto": if the adapter supports it and its key is set. */
  readonly gateway: "auto" | "on" | "off";
  readonly providerTools: readonly string[];
}

/** Fills in the defaults: tools of the provider are free to use if the network is, and withheld if it is not. */
export function resolveGatewayPolicy(sandbox: Partial<SandboxInput> = {}): GatewayPolicy {
  const { gateway = "auto", network = "host", provider_tools: tools } = sandbox;
  const isFree = network === "host" || network === "open";
  return { gateway, providerTools: tools ?? (isFree ? ["*"] : []) };
}
