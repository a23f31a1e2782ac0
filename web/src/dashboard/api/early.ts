/** What the first view will ask for, asked before anything is drawn. Each answer is for whoever asks for it first. */
import type { RunDocument } from "./answers.ts";
import { matchPath, splitHash } from "../../router.ts";

export interface EarlyAnswers {
  /** Null where nobody asked, or where an answer is not to be relied on: then one asks. */
  take(address: string): Promise<Response | null>;
  /** One has gone elsewhere: what was not taken until then would be old when it is. */
  forget(): void;
}

export const workspacesAddress = "/v1/workspaces?limit=200";

/** `ask` throws where no answer comes. */
export function askEarly(hash: string, ask: (address: string) => Promise<Response>): EarlyAnswers {
  const answers = new Map<string, Promise<Response | null>>();
  const keep = (address: string, answer: Promise<Response | null>) => {
    // Whoever needs it asks again, and hears what is wrong.
    const heard = answer.catch(() => null);
    answers.set(address, heard);
  };
  keep(workspacesAddress, ask(workspacesAddress));
  const id = runIn(hash);
  if (id !== null) {
    const address = `/v1/runs/${encodeURIComponent(id)}`;
    const run = lastWord(ask(address));
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

function runIn(hash: string): string | null {
  const { path } = splitHash(hash);
  const found = matchPath("runs/{id}", path) ?? matchPath("runs/{id}/step/{step}", path);
  return found?.["id"] ?? null;
}

interface LastWord {
  readonly answer: Response;
  readonly hasPage: boolean;
}

/** Of a run that is over: one that goes on may change before the page hears of changes. */
async function lastWord(asked: Promise<Response>): Promise<LastWord | null> {
  const answer = await asked;
  if (!answer.ok) return { answer, hasPage: false };
  const { status, links } = (await answer.clone().json()) as Pick<RunDocument, "status" | "links">;
  return status === "queued" || status === "running" ? null : { answer, hasPage: Object.hasOwn(links, "page") };
}
