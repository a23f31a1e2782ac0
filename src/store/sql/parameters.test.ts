/** Values reach the database as parameters only: no text of SQL is put together from parts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);

/** The tag \`sql\` makes parameters of what stands in it, and so does \`sql.join\`; these ways do not. */
const builders = /\bsql\.(?:raw|lit|id|ref|table)\b|\.query\(\s*[`(]|CompiledQuery\.raw\(|\.raw\(/;

/** Statements of ours, whole, and words from closed lists. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "schema/migrate.ts": [
    "for (const statement of splitStatements(migration)) await sql.raw(statement).execute(transaction);",
  ],
  "drivers/postgres.ts": [
    'await connection.executeQuery(CompiledQuery.raw("set search_path to axis"));',
    `await connection.executeQuery(CompiledQuery.raw("set idle_in_transaction_session_timeout to '25s'"));`,
  ],
  // Columns named after the measures of a scorecard.
  "views/spread.ts": [
    "return sql.join(measures.map((name) => sql.ref(`score.${name}`)));",
    "const value = sql.ref(`score.${name}`);",
    "sql`sum(${value})::bigint as ${sql.ref(`${name}_s`)}`,",
    "sql`sum(${value}::integer * ${value})::bigint as ${sql.ref(`${name}_q`)}`,",
    "const [s, q] = [sql.ref(`${name}_s`), sql.ref(`${name}_q`)];",
    "return Object.entries(parts).map(([part, value]) => sql`${value} as ${sql.ref(`${name}_${part}`)}`);",
  ],
  // Columns named after the metrics of a leaderboard, from a table in the code.
  "views/result-means.ts": [
    'return sql`case when ${hasResult()} then ${name === "axis" ? sql`axis_result` : sql.ref(name)} end`;',
    "return sql`count(${value}) as ${sql.ref(`${name}_n`)}, avg(${value}) as ${sql.ref(`${name}_m`)},",
    "var_samp(${value}) / nullif(count(${value}), 0) as ${sql.ref(`${name}_v`)}`;",
    "const [n, m, v] = [sql.ref(`${name}_n`), sql.ref(`${name}_m`), sql.ref(`${name}_v`)];",
    "return Object.entries(parts).map(([part, value]) => sql`${value} as ${sql.ref(`${name}_${part}`)}`);",
  ],
  "views/run-cells.ts": [
    "const result = (column: string) => sql`case when ${hasResult()} then ${sql.ref(column)} end`;",
  ],
  "drivers/pglite.ts": ["await connection.executeQuery(CompiledQuery.raw(word));"],
};

test("there is SQL to look at", () => {
  expect(files.length).toBeGreaterThan(25);
  expect(builders.test("sql.raw(`select ${x}`)")).toBe(true);
  expect(builders.test("client.query(`select ${x}`)")).toBe(true);
});

test.each(files)("%s builds no SQL from strings", (file) => {
  const lines = readFileSync(join(folder, file), "utf8").split("\n");
  const found = lines.map((line) => line.trim()).filter((line) => builders.test(line));
  expect(found.filter((line) => !allowed[file]?.includes(line))).toEqual([]);
});

test("every tagged statement is tagged with sql itself, and no plain template holds one", () => {
  const statement = /(?<!sql|sql<[^`]*>|String\.raw)`\s*(?:select|insert into|update|delete from|create|drop|alter)\b/i;
  const guilty = files.filter((file) => statement.test(readFileSync(join(folder, file), "utf8")));
  expect(guilty).toEqual([]);
});
