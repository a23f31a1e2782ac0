/** What a gateway is opened with. */
import type { ModelCall } from "../../core/model/model-call.ts";
import type { PriceTable } from "../../core/model/price.ts";
import type { McpServer } from "../../core/scenario/mcp-server.ts";
import type { RequestPace } from "./delivery.ts";
import type { CapOptions } from "./request-cap.ts";

/** Where requests for one provider go. */
export interface ProviderTarget {
  /** In the form of the provider's own base URL variable. */
  readonly url: string;
  readonly key: string;
}

export interface GatewayOptions {
  /** A loopback port (0 takes a free one), or a socket that something forwards to. */
  readonly listen: { readonly port: number } | { readonly socket: string };
  /** The address as programs see it; needed with a socket. */
  readonly url?: string;
  /** By provider name; a provider that is missing here is not reachable. */
  readonly providers: Readonly<Record<string, ProviderTarget>>;
  /** Servers of type http, with every reference filled in; others are ignored. */
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
  /** Tools of the provider that requests may offer; default all. */
  readonly providerTools?: readonly string[];
  readonly caps?: CapOptions;
  readonly prices?: PriceTable;
  /** Once it says so, no further request is passed on. */
  readonly isStopped?: () => boolean;
  /** The environment that names a proxy. */
  readonly env?: Readonly<Partial<Record<string, string>>>;
  readonly silenceMs?: number;
  /** The bound of the first wait before a retry. */
  readonly firstWaitMs?: number;
  readonly pace?: (provider: string, target: ProviderTarget) => RequestPace;
  /** Called when a request has ended. */
  readonly onCall?: (call: ModelCall) => void;
  /** Called when the gateway waits on behalf of the agent; disposing the result ends the wait. */
  readonly onWait?: () => Disposable;
  readonly now?: () => Date;
}
