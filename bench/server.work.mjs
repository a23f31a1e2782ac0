/** A server to be measured: node server.work.mjs axis|bare <database url>. Prints its port. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import { door } from "./doors.mjs";

const [kind, url] = process.argv.slice(2);
const port = kind === "axis" ? await serveAxis() : await serveBare();
process.send(port);
process.on("disconnect", () => process.exit(0));

async function serveAxis() {
  const { createApp, listen, openSqlStore } = await door("server");
  const store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: () => {} });
  const unlimited = { burst: 1e9, perMinute: 1e9 };
  const limits = { reads: unlimited, writes: unlimited };
  return (await listen(createApp({ store, access: { openReads: false }, limits }), { host: "127.0.0.1", port: 0 }))
    .port;
}

/** The same question to the same database, and nothing else: no token, no limits, no checks, no headers. */
async function serveBare() {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const question = `select runs.id, score.score, score.tier, score.formula_version, score.completion, score.error_rate,
    score.latency, score.resource_efficiency from axis.runs left join axis.agent_run_scores score on score.run_id = runs.id
    where runs.id = $1`;
  const app = new Hono().get("/v1/runs/:id/score", async (c) => {
    const { rows } = await pool.query(question, [c.req.param("id")]);
    const { id, score, tier, formula_version, completion, error_rate, latency, resource_efficiency } = rows[0];
    const axes = { completion, error_rate, latency, resource_efficiency };
    return c.json({ run_id: id, score, tier, formula_version, axes });
  });
  return await new Promise((resolve) =>
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port)),
  );
}
