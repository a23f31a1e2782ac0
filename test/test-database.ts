/** A fresh database on the real Postgres of this test run. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { fetchAnew } from "./fixtures/fetch-anew.ts";

/** The URL of a new, empty database. */
export async function createDatabase(): Promise<string> {
  const answer = await fetchAnew(inject("postgresDoor"));
  const { url, problem } = (await answer.json()) as { url?: string; problem?: string };
  if (url === undefined) throw new Error(problem ?? "There is no Postgres");
  const name = `axis_test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}
