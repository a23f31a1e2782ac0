/** Finds and reads a run for a view. */
import { errorMessage } from "../../../src/core/error.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PageIndex, PageReport, RunPlace } from "../../../src/report/html/page-index.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { RunAddress } from "../page-routes.ts";
import type { RunSource } from "../source/source.ts";
import { readRun, type RunData } from "./run-data.ts";

/** The place of a run, and the result it belongs to. */
export interface FoundRun {
  readonly place: RunPlace;
  readonly result: PairResult;
}

/** Where the data of a run is; undefined for a run that this page does not have. */
export function findPlace(page: PageReport | undefined, file: string): RunPlace | undefined {
  return page !== undefined && Object.hasOwn(page.runs, file) ? page.runs[file] : undefined;
}

/** Undefined if the page has no such run. */
export function findRun({ reports }: PageIndex, { side, runId }: RunAddress): FoundRun | undefined {
  const page = reports[side];
  for (const result of page?.report?.results ?? []) {
    const runs = [{ runId: result.runId, file: result.file }, ...(result.trials ?? [])];
    const file = runs.find((run) => run.runId === runId)?.file;
    const place = file === undefined ? undefined : findPlace(page, file);
    if (place !== undefined) return { place, result };
  }
  return undefined;
}

export type Reading = { readonly data: RunData } | { readonly error: string } | null;

/** Null until there is something to show. Retries a run that could not be read when the index is read again. */
export function useRun(source: RunSource, place: RunPlace | undefined): Reading {
  const [reading, setReading] = useState<Reading>(null);
  const tries = useRetries(place);
  useEffect(() => {
    if (place === undefined || place.page !== undefined) return;
    let isWanted = true;
    const read = async () => {
      try {
        for await (const data of readRun(source, place)) {
          if (!isWanted) return;
          setReading({ data });
        }
      } catch (error) {
        if (!isWanted) return;
        tries.failed(place);
        setReading({ error: errorMessage(error) });
      }
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [source, place?.block, tries.count]);
  return reading;
}

/** A new index has new places: the failed one is tried once more. */
function useRetries(place: RunPlace | undefined) {
  const { current } = useRef({ count: 1, failed: null as RunPlace | null });
  if (current.failed !== null && current.failed !== place) {
    current.count += 1;
    current.failed = null;
  }
  return { count: current.count, failed: (failed: RunPlace) => void (current.failed = failed) };
}
