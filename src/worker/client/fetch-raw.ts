/** Fetches the agent's output of a run from a server, line by line because it may be long. */
import { type ServerRequest, isNetworkError, type ServerClient } from "./server-client.ts";
import { retryPauseMs, patienceMs, ignoreNotFound } from "./fetch-run.ts";

/** Undefined if the server has no output. The caller reads all lines, or leaves the loop early. */
export async function fetchRaw(client: ServerClient, id: string): Promise<AsyncGenerator<string> | undefined> {
  const first = await ignoreNotFound(openRaw(client, id));
  return first === undefined ? undefined : readLinesWithRetry(first, () => openRaw(client, id), client);
}

/** Returns the response before its body is read. */
async function openRaw(client: ServerClient, id: string): Promise<Response> {
  const ask: ServerRequest = { method: "GET", path: `v1/runs/${id}/raw`, patienceMs, stream: "to its end" };
  return await client.send(ask, async (answer) => answer);
}

/** A broken response is requested again and the lines already read are skipped: the text is the same each time. */
async function* readLinesWithRetry(
  first: Response,
  again: () => Promise<Response>,
  { pause }: ServerClient,
): AsyncGenerator<string> {
  const until = performance.now() + patienceMs;
  let given = 0;
  for (let answer = first; ; answer = await again()) {
    let at = 0;
    try {
      for await (const line of splitLines(answer)) {
        at += 1;
        if (at <= given) continue;
        given = at;
        yield line;
      }
      return;
    } catch (error) {
      if (!isNetworkError(error) || performance.now() > until) throw error;
      await pause(retryPauseMs);
    }
  }
}

/** Splits at line feeds only: other line breaks are part of the output. */
async function* splitLines({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let rest = "";
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
