/** What is recorded of a run, while it is being read and when it is there. */
import { useEffect, useState } from "preact/hooks";
import { readRun, type RunData } from "../../data/run-data.ts";
import type { RunSource } from "../../source/source.ts";
import type { RunDocument } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { apiErrorOf } from "../parts/use-loaded.ts";
import { useOfflineRetry } from "../parts/use-offline-retry.ts";
import { runSource } from "./run-source.ts";

/** Recorded, with all there is so far. */
export interface Recorded {
  readonly state: "recorded";
  readonly data: RunData;
  readonly source: RunSource;
  /** Why the rest could not be read. */
  readonly error: ApiError | null;
}

export type PageReading =
  | { readonly state: "reading" }
  | Recorded
  /** Nothing is recorded: not yet, or not any more. */
  | { readonly state: "absent"; readonly isGone: boolean }
  | { readonly state: "failed"; readonly error: ApiError };

/** Whether there is a record to read. */
export type RunRecord = "there" | "gone" | "none";

export interface PageAsked {
  readonly api: Api;
  readonly runId: string;
  /** What the run itself says of its record, where that is known before it is asked for. */
  readonly record?: RunRecord;
  /** Reads anew when it changes; what was read is shown until all of the new is there. */
  readonly turn: string;
}

export function useRunPage({ api, runId, record = "there", turn }: PageAsked): PageReading {
  const [reading, setReading] = useState<PageReading>({ state: "reading" });
  const [tries, setTries] = useState(1);
  useEffect(() => {
    const ended = new AbortController();
    const tell = (next: PageReading) => {
      if (!ended.signal.aborted) setReading((now) => chosen(now, next));
    };
    if (record === "there") void readPage({ api, runId, abort: ended.signal }, tell);
    else tell({ state: "absent", isGone: record === "gone" });
    return () => ended.abort();
  }, [api, runId, record, turn, tries]);
  useOfflineRetry("error" in reading ? reading.error : null, () => setTries((before) => before + 1));
  return reading;
}

/** A run that goes on has no record to ask for; one that got as far as a result had one. */
export function recordOf({ links, status, axis_result_document: result }: RecordFacts): RunRecord {
  if (Object.hasOwn(links, "page")) return "there";
  const hadOne = status === "finished" && typeof result === "object" && result !== null && "runId" in result;
  return hadOne ? "gone" : "none";
}

type RecordFacts = Pick<RunDocument, "links" | "status" | "axis_result_document">;

/** A page that is there is not replaced by half of its successor, nor by a failure to read it. */
export function chosen(now: PageReading, next: PageReading): PageReading {
  if (now.state !== "recorded") return next;
  const isSame = next.state === "recorded" && next.source === now.source;
  if (isSame || (next.state === "recorded" && next.data.isWhole) || !now.data.isWhole) return next;
  return next.state === "failed" ? { ...now, error: next.error } : now;
}

interface Asked {
  readonly api: Api;
  readonly runId: string;
  readonly abort: AbortSignal;
}

async function readPage({ api, runId, abort }: Asked, tell: (reading: PageReading) => void): Promise<void> {
  const source = runSource(api, abort);
  let data: RunData | null = null;
  try {
    for await (data of readRun(source, { block: runId })) tell({ state: "recorded", data, source, error: null });
  } catch (failure) {
    const error = apiErrorOf(failure);
    if (data !== null) return tell({ state: "recorded", data, source, error });
    const { code } = error.facts;
    if (code === "page-not-found" || code === "gone") tell({ state: "absent", isGone: code === "gone" });
    else tell({ state: "failed", error });
  }
}
