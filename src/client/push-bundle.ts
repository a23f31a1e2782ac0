/** Sends a project bundle to a server. */
import type { ServerClient } from "./server-client.ts";
import { patienceMs } from "./fetched-run.ts";

export interface SentBundle {
  readonly workspace: string;
  readonly bytes: number;
  readonly content: () => AsyncIterable<Uint8Array>;
  /** Pushed: what later requests are taken from. For a run: only for the runs that name it. */
  readonly purpose: "pushed" | "run";
}

/** A token that does not count is told before anything large is on its way. */
export async function pushBundle(client: ServerClient, bundle: SentBundle): Promise<void> {
  await client.json({ method: "GET", path: "v1/tokens", query: { limit: "1" } });
  await client.send(
    {
      method: "PUT",
      path: `v1/workspaces/${encodeURIComponent(bundle.workspace)}/bundle`,
      query: { purpose: bundle.purpose },
      headers: { "content-type": "application/x-tar", "content-length": String(bundle.bytes) },
      content: () => ReadableStream.from(bundle.content()),
      stream: "to its end",
      patienceMs,
    },
    (answer) => answer.text(),
  );
}
