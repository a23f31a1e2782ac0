/** What an opened model needs from outside. Nothing is read from the process. */
import type { PriceTable } from "../../core/model/price.ts";
import type { Environment } from "./api-key.ts";
import type { AnswerCache } from "./cache/answer-cache.ts";
import type { RateLimiters } from "../rate/rate-limiters.ts";
import type { Clock } from "../rate/clock.ts";
import type { Fetch } from "./provider.ts";
import type { Random } from "./random.ts";
import type { ProviderRegistry } from "./registry.ts";

/** How a connected model works: every option has a default. */
export interface ConnectionOptions {
  readonly cache?: AnswerCache;
  /** Entries that extend or replace the list prices. */
  readonly prices?: PriceTable;
  /** Removes secrets from requests and messages. */
  readonly redact?: (text: string) => string;
  /** Marks the constant part of the prompt for the provider's cache. Default false. */
  readonly promptCaching?: boolean;
  readonly registry?: ProviderRegistry;
  readonly gates?: RateLimiters;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly fetch?: Fetch;
}

export interface ModelDeps extends ConnectionOptions {
  /** Where keys are looked up, by name. */
  readonly env: Environment;
}
