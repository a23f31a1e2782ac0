/** The score endpoint on Postgres, beside a bare Hono route that asks the same single question. */
import { fork } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import pg from "pg";
import { door } from "./doors.mjs";
import { figure, heading, median } from "./figures.mjs";

const runs = 1_000;
const clients = 50;
const roundMs = 2_000;
const rounds = 5;

/** Starts a Postgres of its own (or takes PG_URL), two servers, and asks them in turn. */
export async function server() {
  const { startPostgres } = await createJiti(import.meta.url).import("../test/postgres.ts");
  const postgres = await startPostgres();
  const servers = [];
  try {
    const { token, ids } = await seed(postgres.url);
    for (const kind of ["bare", "axis"]) servers.push(await start(kind, postgres.url));
    const [bare, axis] = servers;
    await ask(bare.port, { ids, token }, 500);
    await ask(axis.port, { ids, token }, 500);
    const rates = { bare: [], axis: [], share: [] };
    for (let round = 0; round < rounds; round += 1) {
      const one = await ask(bare.port, { ids, token }, roundMs);
      const other = await ask(axis.port, { ids, token }, roundMs);
      rates.bare.push(one);
      rates.axis.push(other);
      rates.share.push(one / other);
    }
    heading(`GET /v1/runs/{id}/score: ${clients} clients, ${rounds} rounds of ${roundMs / 1_000} s each, in turn`);
    figure("bare Hono route with the same query, median", median(rates.bare), { unit: "/s" });
    figure("axis serve with a token, median", median(rates.axis), { unit: "/s" });
    figure("bare / axis, median of the rounds", median(rates.share), { unit: "x", most: 2.5, note: "2.5x is 40 %" });
  } finally {
    for (const { child } of servers) child.disconnect();
    await postgres[Symbol.asyncDispose]();
  }
}

/** Fills the database with scored runs and a token. */
async function seed(url) {
  const { openSqlStore } = await door("server");
  const store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: () => {} });
  await store[Symbol.asyncDispose]();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set search_path to axis");
  await client.query("insert into workspaces (id, slug, name) values ('ws_' || repeat('0', 26), 'bench', 'Bench')");
  await client.query(
    `insert into runs (id, workspace_id, scenario_key, scenario_hash, agent, status, outcome, finished_at)
     select 'run_' || lpad(n::text, 26, '0'), 'ws_' || repeat('0', 26), 'a', repeat('0', 64), 'echo', 'finished',
       'COMPLETED', now() from generate_series(1, $1::int) n`,
    [runs],
  );
  await client.query(
    `insert into agent_run_scores (run_id, workspace_id, agent, scenario_key, score, formula_version, completion,
       error_rate, latency, resource_efficiency, defaulted, weight_snapshot, inputs, counted)
     select id, workspace_id, agent, scenario_key, 89, '2', 100, 85, 72, 93, '{}', '{}', '{}', true from runs`,
  );
  const secret = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(secret).digest();
  await client.query(
    "insert into api_tokens (id, name, secret_hash, scopes) values ('benchbenchbe', 'b', $1, '{read}')",
    [hash],
  );
  await client.end();
  const ids = Array.from({ length: runs }, (_, at) => `run_${String(at + 1).padStart(26, "0")}`);
  return { token: `axis_benchbenchbe_${secret}`, ids };
}

function start(kind, url) {
  const work = join(fileURLToPath(new URL(".", import.meta.url)), "server.work.mjs");
  return new Promise((resolve, reject) => {
    const child = fork(work, [kind, url]);
    child.once("message", (port) => resolve({ child, port }));
    child.once("exit", (code) => reject(new Error(`the ${kind} server ended with ${code}`)));
  });
}

/** Answers a second over the round. A wrong answer is an error: a fast mistake is no figure. */
async function ask(port, { ids, token }, forMs) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const began = performance.now();
  let answered = 0;
  const client = async (number) => {
    for (let turn = 0; performance.now() - began < forMs; turn += 1) {
      const id = ids[(number * 17 + turn) % ids.length];
      const text = await get({
        port,
        agent,
        path: `/v1/runs/${id}/score`,
        headers: { authorization: `Bearer ${token}` },
      });
      if (!text.startsWith(`{"run_id":"${id}","score":89`)) throw new Error(`wrong answer: ${text}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return answered / seconds;
}

function get(options) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", ...options }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => (text += part));
      answer.on("end", () => resolve(text));
    });
    sent.on("error", reject);
    sent.end();
  });
}
