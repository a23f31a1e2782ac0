/** The data of a page served by `axis view`, at addresses below the page's own. */
import type { ListingIndex, ListingWork } from "../../../src/report/html/listing-index.ts";
import type { PageIndex, WorkNow } from "../../../src/report/html/page-index.ts";
import { createHttpSource } from "./http.ts";
import type { LivePart, RunSource } from "./source.ts";

export type ServedIndex = PageIndex | ListingIndex;

export interface ServedSource extends RunSource {
  /** The current index; ask again after a change. */
  index(): Promise<ServedIndex>;
  /** What running agents do: of one report, or of all. */
  work(): Promise<WorkNow | null>;
  allWork(): Promise<ListingWork>;
}

/** Whether this page contains its data, and `axis view` lists it. */
export function isListed(document: Document): boolean {
  return document.getElementById("listed") !== null;
}

export function createServedSource(): ServedSource {
  const fetchJson = async (address: string): Promise<unknown> => (await request(address)).json();
  const fetchBytes = async (address: string) => new Uint8Array(await (await request(address)).arrayBuffer());
  return {
    ...createHttpSource({ fetchJson, fetchBytes, base: "runs" }),
    live: async (runId, from) =>
      (await fetchJson(`runs/${encodeURIComponent(runId)}/live?from=${from}`)) as LivePart | null,
    index: async () => (await fetchJson("index")) as ServedIndex,
    work: async () => (await fetchJson("work")) as WorkNow | null,
    allWork: async () => (await fetchJson("work")) as ListingWork,
  };
}

async function request(address: string): Promise<Response> {
  const answer = await fetch(address).catch((cause: unknown) => {
    throw new Error("axis view does not respond; start it again to continue", { cause });
  });
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as { error?: { message?: unknown } } | null;
  const message = problem?.error?.message;
  throw new Error(typeof message === "string" ? message : `axis view answered with status ${answer.status}`);
}
