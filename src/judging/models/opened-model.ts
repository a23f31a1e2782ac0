/** A model that can be asked: how to reach it, and what all its questions share. */
import { listPrices } from "../../core/model/price-table.ts";
import type { PriceTable } from "../../core/model/price.ts";
import { createRedactor } from "../../runner/secrets/redact.ts";
import type { AnswerCache } from "./cache/answer-cache.ts";
import type { RateLimiter } from "../rate/rate-limiter.ts";
import { type LearnedMode, learnMode } from "./calls/request-mode.ts";
import { type Clock, systemClock } from "../rate/clock.ts";
import type { ConnectionOptions } from "./model-deps.ts";
import { type Random, systemRandom } from "./random.ts";
import type { SdkLanguageModel } from "./sdk-model.ts";

/** How to reach one model. */
export interface ModelConnection {
  readonly id: string;
  /** Its address, if not the provider's default: two servers may use one name for different models. */
  readonly baseUrl?: string | undefined;
  readonly rateLimiter: RateLimiter;
  readonly open: () => Promise<string | SdkLanguageModel>;
  readonly maxOutputTokens?: number | undefined;
  /** What must be set before it can be asked. */
  readonly missing?: string | null;
  /** Never appears in any message. */
  readonly apiKey?: string | undefined;
}

export interface OpenedModel extends ModelConnection {
  readonly mode: LearnedMode;
  readonly prices: PriceTable;
  readonly clock: Clock;
  readonly random: Random;
  readonly promptCaching: boolean;
  readonly cache?: AnswerCache;
  readonly redact: (text: string) => string;
}

export function openConnection(connection: ModelConnection, options: ConnectionOptions): OpenedModel {
  const { clock = systemClock, random = systemRandom, promptCaching = false, cache } = options;
  let opening: Promise<string | SdkLanguageModel> | undefined;
  return {
    ...connection,
    open: () => (opening ??= connection.open()),
    mode: learnMode(),
    prices: { ...listPrices, ...options.prices },
    clock,
    random,
    promptCaching,
    ...(cache === undefined ? {} : { cache }),
    redact: createRedact(connection.apiKey, options.redact),
  };
}

/** Providers quote keys in their errors; ours is always removed, however short, and so is a part of it where a text was cut. */
export function createRedact(key: string | undefined, redact: (text: string) => string = (text) => text) {
  if (key === undefined || key === "") return redact;
  const redactor = createRedactor([{ name: "api key", value: key }]);
  return (text: string) => redact(redactor.text(text.replaceAll(key, "[redacted]")));
}
