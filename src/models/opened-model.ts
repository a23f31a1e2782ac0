/** A model that can be asked: how to reach it, and what all its questions share. */
import { listPrices } from "../core/model/price-table.ts";
import type { PriceTable } from "../core/model/price.ts";
import type { AnswerCache } from "./cache/answer-cache.ts";
import type { Gate } from "../pace/gate.ts";
import { type KnownMode, learnMode } from "./calls/request-mode.ts";
import { type Clock, systemClock } from "../pace/clock.ts";
import type { ModelDeps } from "./model-deps.ts";
import { type Random, systemRandom } from "./random.ts";
import type { SdkLanguageModel } from "./sdk-model.ts";

/** How to reach one model. */
export interface Connection {
  readonly id: string;
  /** Its address, if not the provider's default: two servers may use one name for different models. */
  readonly baseUrl?: string | undefined;
  readonly gate: Gate;
  readonly open: () => Promise<string | SdkLanguageModel>;
  readonly maxOutputTokens?: number | undefined;
  /** What must be set before it can be asked. */
  readonly missing?: string | null;
  /** Never appears in any message. */
  readonly apiKey?: string | undefined;
}

export interface OpenedModel extends Connection {
  readonly mode: KnownMode;
  readonly prices: PriceTable;
  readonly clock: Clock;
  readonly random: Random;
  readonly promptCaching: boolean;
  readonly cache?: AnswerCache;
  readonly redact: (text: string) => string;
}

export function openConnection(connection: Connection, deps: Omit<ModelDeps, "env">): OpenedModel {
  const { clock = systemClock, random = systemRandom, promptCaching = false, cache } = deps;
  let opening: Promise<string | SdkLanguageModel> | undefined;
  return {
    ...connection,
    open: () => (opening ??= connection.open()),
    mode: learnMode(),
    prices: { ...listPrices, ...deps.prices },
    clock,
    random,
    promptCaching,
    ...(cache === undefined ? {} : { cache }),
    redact: redaction(connection.apiKey, deps.redact),
  };
}

/** Providers quote keys in their errors; ours is always removed. */
export function redaction(key: string | undefined, redact: (text: string) => string = (text) => text) {
  return (text: string) => redact(key === undefined || key === "" ? text : text.replaceAll(key, "[redacted]"));
}
