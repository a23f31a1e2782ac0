/** One rate limiter per provider, address and key, shared by the whole process, and one for each group of agent runs. */
import { createHash } from "node:crypto";
import { type RateLimiter, type RateLimiterOptions, openRateLimiter } from "./rate-limiter.ts";

/** The endpoint that requests go to. */
interface ProviderEndpoint {
  readonly provider: string;
  readonly baseUrl?: string | undefined;
  readonly apiKey: string | undefined;
}

export interface RateLimiters {
  forEndpoint(place: ProviderEndpoint): RateLimiter;
  /** Opens a limiter for runs whose agent may use any of these keys, until it is disposed. */
  forRuns(keys: readonly string[], options: RateLimiterOptions): RateLimiter & Disposable;
}

/** A refusal at one limiter narrows every other one with the same key, because it is the key that was refused. */
export function openRateLimiters(options: RateLimiterOptions = {}): RateLimiters {
  const byPlace = new Map<string, RateLimiter>();
  const byKey = new Map<string, Set<RateLimiter>>();

  function open(names: readonly string[], own: RateLimiterOptions): RateLimiter {
    const gate = openRateLimiter({ ...options, ...own, onRefused: () => narrowOthers(names, gate) });
    for (const name of names) byKey.set(name, (byKey.get(name) ?? new Set()).add(gate));
    return gate;
  }

  function narrowOthers(names: readonly string[], refused: RateLimiter): void {
    const related = new Set(names.flatMap((name) => [...(byKey.get(name) ?? [])]));
    for (const gate of related) if (gate !== refused) gate.narrow();
  }

  return {
    forEndpoint({ provider, baseUrl = "", apiKey = "" }) {
      const place = digest([provider, baseUrl, apiKey]);
      const gate = byPlace.get(place) ?? open(apiKey === "" ? [] : [digest([apiKey])], {});
      byPlace.set(place, gate);
      return gate;
    },
    forRuns(keys, own) {
      const names = keys.map((key) => digest([key]));
      const gate = open(names, own);
      const close = () => names.forEach((name) => byKey.get(name)?.delete(gate));
      return Object.assign(gate, { [Symbol.dispose]: close });
    },
  };
}

/** Keys are hashed, so that none is kept in memory here. */
function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

export const sharedRateLimiters: RateLimiters = openRateLimiters();
