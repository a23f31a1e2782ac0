/** Requests what the first view needs before anything is rendered. Each answer can be taken once. */
import type { RunDocument } from "./answers.ts";
import { matchPath, splitHash } from "../../router.ts";

export interface EarlyAnswers {
  /** Null if it was not requested, or if the answer may be stale: then request it. */
  take(address: string): Promise<Response | null>;
  /** Drops everything not taken yet, because it would be stale after navigation. */
  forget(): void;
}

export const workspacesAddress = "/v1/workspaces?limit=200";

/** `ask` rejects if there is no answer. */
export function requestEarly(hash: string, ask: (address: string) => Promise<Response>): EarlyAnswers {
  const answers = new Map<string, Promise<Response | null>>();
  const keep = (address: string, answer: Promise<Response | null>) => {
    // The caller requests it again and gets the error then.
    const settled = answer.catch(() => null);
    answers.set(address, settled);
  };
  keep(workspacesAddress, ask(workspacesAddress));
  const id = findRunId(hash);
  if (id !== null) {
    const address = `/v1/runs/${encodeURIComponent(id)}`;
    const run = readFinishedRun(ask(address));
    const page = run.then((word) => (word?.hasPage === true ? ask(`${address}/page`) : null));
    const answer = run.then((word) => word?.answer ?? null);
    keep(address, answer);
    keep(`${address}/page`, page);
  }
  return {
    async take(address) {
      const answer = answers.get(address);
      answers.delete(address);
      return (await answer) ?? null;
    },
    forget: () => answers.clear(),
  };
}

function findRunId(hash: string): string | null {
  const { path } = splitHash(hash);
  const found = matchPath("runs/{id}", path) ?? matchPath("runs/{id}/step/{step}", path);
  return found?.["id"] ?? null;
}

interface FinishedRun {
  readonly answer: Response;
  readonly hasPage: boolean;
}

/** Only for a finished run: others may change before the page receives events. */
async function readFinishedRun(response: Promise<Response>): Promise<FinishedRun | null> {
  const answer = await response;
  if (!answer.ok) return { answer, hasPage: false };
  const { status, links } = (await answer.clone().json()) as Pick<RunDocument, "status" | "links">;
  return status === "queued" || status === "running" ? null : { answer, hasPage: Object.hasOwn(links, "page") };
}
