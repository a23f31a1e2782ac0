/** Loads the records of runs from the server, and waits when the server limits the rate. */
import { pause } from "../../data/pause.ts";
import { createHttpSource } from "../../source/http.ts";
import type { RunSource } from "../../source/source.ts";
import type { Api } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";

/** A long transcript takes many requests, so the rate limit may be reached. */
const maxTries = 8;

export function createRunSource(api: Api, abort: AbortSignal): RunSource {
  const read = <T>(address: string, take: (answer: Response) => Promise<T>) =>
    retryWhenLimited(async () => await readWhole(take(await api.open(address, { abort }))), abort);
  return createHttpSource({
    base: "/v1/runs",
    fetchJson: (address) => read(address, (answer) => answer.json() as Promise<unknown>),
    fetchBytes: (address) => read(address, async (answer) => new Uint8Array(await answer.arrayBuffer())),
  });
}

/** Retries after the time the server asks for. */
export async function retryWhenLimited<T>(ask: () => Promise<T>, abort: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await ask();
    } catch (error) {
      const mayWait = error instanceof ApiError && error.kind === "rate-limited" && tries < maxTries;
      if (!mayWait || abort.aborted) throw error;
      await pause((error.facts.retryAfterSeconds ?? 1) * 1_000, abort);
    }
}

async function readWhole<T>(body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (cause) {
    throw new ApiError("offline", "The response was cut off", { cause });
  }
}
