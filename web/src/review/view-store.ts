/** Labels in `axis view`: read from the report's address, and sent with the token that the server put into its page. */
import type { ReviewLabel } from "../../../src/core/review/review-label.ts";
import type { LabelAnswer, ReviewAnswer } from "../../../src/report/review/review-answer.ts";
import type { ReviewStore } from "./review-store.ts";

/** The report that the address names; null on pages of no report. */
function readReportId(): string | null {
  const [, id] = /^\/reports\/([^/]+)\/$/.exec(location.pathname) ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}

/** Null if the server takes no labels. */
export function createViewStore(document: Document): ReviewStore | null {
  const token = document.getElementById("label-token")?.textContent;
  if (!token) return null;
  const read = async () => (await request("review")) as ReviewAnswer;
  return {
    place: ".axis/labels.jsonl",
    read,
    labelsOf: async (runId): Promise<readonly ReviewLabel[]> => (await read()).labels.filter(({ id }) => id === runId),
    async save({ notes, ...draft }) {
      const report = draft.id === undefined ? {} : { report: readReportId() };
      const body = JSON.stringify({ ...draft, ...report, ...(notes === "" ? {} : { notes }) });
      const headers = { "Content-Type": "application/json", "X-Axis-Token": token };
      return (await request("/labels", { method: "POST", headers, body })) as LabelAnswer;
    },
  };
}

/** How many checks of a report wait for a person. */
export async function readWaitingChecks(reportId: string): Promise<number> {
  return ((await request(`/reports/${encodeURIComponent(reportId)}/review`)) as ReviewAnswer).waiting;
}

async function request(address: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(address, init).catch((cause: unknown) => {
    throw new Error("axis view does not respond; start it again to continue", { cause });
  });
  const body = (await answer.json().catch(() => null)) as { error?: { message?: unknown } } | null;
  if (answer.ok) return body;
  const message = body?.error?.message;
  throw new Error(typeof message === "string" ? message : `axis view answered with status ${answer.status}`);
}
