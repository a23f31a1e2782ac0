/** Sends a project bundle to a server. */
import type { ServerClient } from "./server-client.ts";
import { patienceMs } from "./fetch-run.ts";

export interface SentBundle {
  readonly workspace: string;
  readonly bytes: number;
  readonly content: () => AsyncIterable<Uint8Array>;
  /** `pushed`: later requests use this bundle. `run`: only the runs that name it use it. */
  readonly purpose: "pushed" | "run";
}

/** Checks the token first, so that an invalid one is reported before the upload starts. */
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
