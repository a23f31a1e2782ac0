/** The gateway of one run or of one judge: opened if there is a use for it, and listened to while the agent works. */
import type { AgentAdapter, Env } from "../../core/agent.ts";
import type { ModelCall } from "../../core/model/model-call.ts";
import { endpointVariables, type ModelEndpoint } from "../../core/model/model-endpoint.ts";
import type { PriceTable } from "../../core/model/price.ts";
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import type { GatewayOptions } from "../../sandbox/gateway/gateway-options.ts";
import { type GatewayQuestion, planGateway } from "./plan-gateway.ts";

export interface GatewayDeps extends GatewayQuestion {
  /** Rows that add to the list prices, or replace them. */
  readonly prices?: PriceTable | undefined;
  /** With every reference filled in. */
  readonly mcpServers?: McpServers;
  readonly pace?: GatewayOptions["pace"] | undefined;
  /** Where to listen; default a free loopback port. In a network of its own, the agent sees `url`. */
  readonly place?: Pick<GatewayOptions, "listen" | "url">;
}

/** Who wants to know about the requests. */
interface GatewayListener {
  onCall(call: ModelCall): void;
  onWait(): Disposable;
  /** Whether the run has reached a limit. */
  isStopped(): boolean;
}

export interface RunGateway extends AsyncDisposable {
  readonly endpoint: ModelEndpoint;
  /** Variables with a real key, which the agent must not get. */
  readonly keys: readonly string[];
  /** The requests that have ended. */
  readonly calls: readonly ModelCall[];
  listen(listener: GatewayListener): void;
  /** The variables that point a program here; `others` is the rest of its environment. */
  variables(others: Env): Record<string, string>;
  /** The servers as the agent gets them: those over http are reached through the gateway. */
  toAgentServers(servers: McpServers): McpServers;
}

const noWait: Disposable = { [Symbol.dispose]: () => {} };
/** A script is not a busy service: a retry need not wait for it. */
const scriptedWaitMs = 100;

/** Null if the agent calls its models itself. */
export async function openRunGateway(adapter: AgentAdapter, deps: GatewayDeps): Promise<RunGateway | null> {
  const plan = planGateway(adapter, deps);
  if (plan === null) return null;
  // Loaded only if there is a use for it.
  const { openGateway } = await import("../../sandbox/gateway/gateway.ts");
  const { operator, policy, prices, mcpServers = {}, pace, place = { listen: { port: 0 } } } = deps;
  let listener: GatewayListener | undefined;
  const gateway = await openGateway({
    ...place,
    providers: plan.providers,
    mcpServers,
    providerTools: policy.providerTools,
    prices,
    env: operator,
    isStopped: () => listener?.isStopped() ?? false,
    onCall: (call) => listener?.onCall(call),
    onWait: () => listener?.onWait() ?? noWait,
    // The limit per minute protects a provider's quota, which a script does not have.
    ...(plan.scripted ? { firstWaitMs: scriptedWaitMs, caps: { perMinute: Infinity } } : { pace }),
  });
  const { url, token: key } = gateway;
  const endpoint = { url, key, scripted: plan.scripted, providerTools: policy.providerTools };
  return {
    endpoint,
    keys: plan.keys,
    calls: gateway.calls,
    listen: (next) => void (listener = next),
    variables: (others) => ({
      ...(plan.scripted ? endpointVariables(endpoint) : endpointVariables(endpoint, plan.keys)),
      ...excludeFromProxies(others),
    }),
    toAgentServers: (servers) => toAgentServers(servers, endpoint),
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

/** A program that is told to use a proxy must not look for this machine behind it. */
function excludeFromProxies(others: Env): Record<string, string> {
  if (!Object.keys(others).some((name) => /^https?_proxy$/i.test(name))) return {};
  const listed = others["NO_PROXY"] ?? others["no_proxy"];
  const excluded = [...(listed === undefined ? [] : [listed]), "127.0.0.1", "localhost"].join(",");
  return { NO_PROXY: excluded, no_proxy: excluded };
}

function toAgentServers(servers: McpServers, { url, key }: ModelEndpoint): McpServers {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [
      name,
      server.type === "stdio"
        ? server
        : {
            type: "http" as const,
            url: `${url}/mcp/${encodeURIComponent(name)}`,
            headers: { authorization: `Bearer ${key}` },
          },
    ]),
  );
}
