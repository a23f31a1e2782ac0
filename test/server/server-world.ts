/** A server over a real Postgres with a few runs in it. */
import { toUuid } from "../../src/core/names/ids.ts";
import { createApp, type ServerApp } from "../../src/server/app.ts";
import type { Submit } from "../../src/core/run/submission.ts";
import type { ServerDeps } from "../../src/server/deps.ts";
import { createToken, type NewToken } from "../../src/store/sql/access/tokens.ts";
import { newId } from "../../src/store/sql/ids.ts";
import { openSqlStore } from "../../src/store/sql/open.ts";
import { insertRuns } from "../../src/store/sql/runs/runs.ts";
import { claimRun } from "../../src/store/sql/runs/claim.ts";
import type { SqlStore } from "../../src/store/sql/sql-store.ts";
import { ensureWorkspace } from "../../src/store/sql/workspaces.ts";
import { createScoredRun, sampleRun } from "../../src/store/sql/suite/suite-helpers.fixture.ts";
import { createDatabase } from "../test-database.ts";
import { type Described, describe } from "./described.ts";

export interface ServerWorld extends AsyncDisposable {
  readonly url: string;
  readonly store: SqlStore;
  readonly server: ServerApp;
  readonly api: Described;
  readonly shop: string;
  readonly other: string;
  /** Defects that were told to the operator. */
  readonly defects: unknown[];
  token(parts?: Partial<NewToken>): Promise<string>;
  bearer(parts?: Partial<NewToken>): Promise<{ Authorization: string }>;
  /** A finished and scored run of the shop. */
  scored(parts?: { workspaceId?: string; agent?: string }): Promise<string>;
  queued(parts?: { workspaceId?: string }): Promise<string>;
  running(): Promise<string>;
}

/** For tests that ask often and are about something else. */
export const roomy = { reads: { burst: 100_000, perMinute: 100_000 }, writes: { burst: 100_000, perMinute: 100_000 } };

/** Opens the world; `parts` replace what the server is given. */
export async function openServerWorld(parts: Partial<ServerDeps> = {}): Promise<ServerWorld> {
  const url = await createDatabase();
  const store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: () => {} });
  const { id: shop } = await ensureWorkspace(store.database, { slug: "shop", name: "Shop" });
  const { id: other } = await ensureWorkspace(store.database, { slug: "other", name: "Other" });
  const defects: unknown[] = [];
  const server = createApp({
    store,
    access: { openReads: true },
    submit: queueingSubmit(store),
    onDefect: (error) => defects.push(error),
    metricCatalogue: () =>
      Promise.resolve([
        {
          key: "exact-match",
          name: "Exact match",
          description: "Same text",
          tags: ["text"],
          required_fields: [],
          threshold: 1,
        },
      ]),
    ...parts,
  });
  const token = async (changes: Partial<NewToken> = {}) =>
    (
      await createToken(store.database, {
        name: "test",
        scopes: ["read"],
        workspaceId: null,
        expiresInSeconds: null,
        ...changes,
      })
    ).text;
  const queued = async ({ workspaceId = shop }: { workspaceId?: string } = {}) => {
    const run = sampleRun({ workspaceId, id: newId("run", new Date()) });
    await insertRuns(store.database, [run]);
    return run.id;
  };
  return {
    url,
    store,
    server,
    api: await describe(server),
    shop,
    other,
    defects,
    token,
    bearer: async (changes) => ({ Authorization: `Bearer ${await token(changes)}` }),
    scored: async ({ workspaceId = shop, agent = "echo" } = {}) =>
      (
        await createScoredRun(
          store,
          { workspaceId, agent, id: newId("run", new Date()) },
          { ending: { axis_result: 81, run_status: "passed" } },
        )
      ).runId,
    queued,
    async running() {
      const runId = await queued();
      await claimRun(store.database, { runId, workerId: "worker-1", tokenId: toUuid(runId) });
      return runId;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** Knows the scenario cms/create and the agents echo and away; nobody serves the latter. */
function queueingSubmit({ database }: SqlStore): Submit {
  return async ({ workspace, scenario, agent, trials }) => {
    if (scenario !== "cms/create") return { status: "unknown-scenario" };
    if (agent === "away") return { status: "agent-not-served" };
    if (agent !== "echo") return { status: "unknown-agent" };
    const runs = Array.from({ length: trials }, (_, at) =>
      sampleRun({
        workspaceId: workspace.id,
        id: newId("run", new Date()),
        scenarioKey: scenario,
        agent,
        trial: at + 1,
      }),
    );
    await insertRuns(database, runs);
    return { status: "queued", runs: runs.map((run) => ({ id: run.id, scenario, agent, trial: run.trial ?? 1 })) };
  };
}
