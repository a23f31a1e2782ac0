/** Gives every test file the URL of one Postgres, started when the first file asks and ended with the run. */
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { type RunningPostgres, startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresDoor: string;
  }
}

/** Most test files need no database, so it is started by the first request and not by the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<RunningPostgres> | undefined;
  const door = createServer((_, response) => {
    started ??= startPostgres();
    started.then(
      ({ url }) => response.end(JSON.stringify({ url })),
      (error: unknown) =>
        response.end(JSON.stringify({ problem: error instanceof Error ? error.message : String(error) })),
    );
  });
  await new Promise<void>((resolve) => void door.listen(0, "127.0.0.1", resolve));
  const address = door.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  project.provide("postgresDoor", `http://127.0.0.1:${port}/`);
  return async () => {
    door.closeAllConnections();
    door.close();
    await (await started?.catch(() => undefined))?.[Symbol.asyncDispose]();
  };
}
