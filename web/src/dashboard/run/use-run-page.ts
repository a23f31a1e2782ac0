/** The record of a run while it is loading and when it is complete. */
import { useEffect, useState } from "preact/hooks";
import { readRun, type RunData } from "../../data/run-data.ts";
import type { RunSource } from "../../source/source.ts";
import type { RunDocument } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { asApiError } from "../parts/use-loaded.ts";
import { useOfflineRetry } from "../parts/use-offline-retry.ts";
import { createRunSource } from "./run-source.ts";

/** Everything loaded so far. */
export interface Recorded {
  readonly state: "recorded";
  readonly data: RunData;
  readonly source: RunSource;
  /** Why the rest could not be loaded. */
  readonly error: ApiError | null;
}

export type PageReading =
  | { readonly state: "reading" }
  | Recorded
  /** There is no record: not yet, or not any more. */
  | { readonly state: "absent"; readonly isGone: boolean }
  | { readonly state: "failed"; readonly error: ApiError };

/** Whether there is a record to load. */
export type RunRecord = "there" | "gone" | "none";

export interface PageRequest {
  readonly api: Api;
  readonly runId: string;
  /** If known in advance, from the run itself. */
  readonly record?: RunRecord;
  /** Reloads when it changes; the old record stays until the new one is complete. */
  readonly turn: string;
}

export function useRunPage({ api, runId, record = "there", turn }: PageRequest): PageReading {
  const [reading, setReading] = useState<PageReading>({ state: "reading" });
  const [tries, setTries] = useState(1);
  useEffect(() => {
    const ended = new AbortController();
    const update = (next: PageReading) => {
      if (!ended.signal.aborted) setReading((now) => choosePage(now, next));
    };
    if (record === "there") void readPage({ api, runId, abort: ended.signal }, update);
    else update({ state: "absent", isGone: record === "gone" });
    return () => ended.abort();
  }, [api, runId, record, turn, tries]);
  useOfflineRetry("error" in reading ? reading.error : null, () => setTries((before) => before + 1));
  return reading;
}

/** A running run has no record yet; a run with a result had one. */
export function findRecord({ links, status, axis_result_document: result }: RecordFacts): RunRecord {
  if (Object.hasOwn(links, "page")) return "there";
  const hadOne = status === "finished" && typeof result === "object" && result !== null && "runId" in result;
  return hadOne ? "gone" : "none";
}

type RecordFacts = Pick<RunDocument, "links" | "status" | "axis_result_document">;

/** A complete record is not replaced by an incomplete one, or by a failure. */
export function choosePage(now: PageReading, next: PageReading): PageReading {
  if (now.state !== "recorded") return next;
  const isSame = next.state === "recorded" && next.source === now.source;
  if (isSame || (next.state === "recorded" && next.data.isWhole) || !now.data.isWhole) return next;
  return next.state === "failed" ? { ...now, error: next.error } : now;
}

interface ReadRequest {
  readonly api: Api;
  readonly runId: string;
  readonly abort: AbortSignal;
}

async function readPage({ api, runId, abort }: ReadRequest, update: (reading: PageReading) => void): Promise<void> {
  const source = createRunSource(api, abort);
  let data: RunData | null = null;
  try {
    for await (data of readRun(source, { block: runId })) update({ state: "recorded", data, source, error: null });
  } catch (failure) {
    const error = asApiError(failure);
    if (data !== null) return update({ state: "recorded", data, source, error });
    const { code } = error.facts;
    if (code === "page-not-found" || code === "gone") update({ state: "absent", isGone: code === "gone" });
    else update({ state: "failed", error });
  }
}
