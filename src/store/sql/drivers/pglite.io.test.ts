import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ensureWorkspace, listWorkspaces } from "../workspaces.ts";
import { openEmbedded } from "./pglite.ts";

const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib", "jiti-cli.mjs");
const holder = fileURLToPath(new URL("./hold-database.fixture.ts", import.meta.url));

// Making a database takes seconds, and many of them where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-pglite-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const warnings: string[] = [];
const open = () => openEmbedded(folder, { onWarning: (message) => warnings.push(message) });

test("rows are there when the database is opened again", async () => {
  {
    await using store = await open();
    await ensureWorkspace(store.database, { slug: "kept", name: "Kept" });
  }
  await using again = await open();
  expect((await listWorkspaces(again.database)).map(({ slug }) => slug)).toEqual(["kept"]);
  expect(warnings).toEqual([]);
});

test("a second owner in this process or another is refused, and told who has it", async () => {
  await using store = await open();
  await expect(open()).rejects.toMatchObject({ code: "store-locked", hint: expect.stringContaining("axis serve") });
  await expect(open()).rejects.toThrow(`process ${process.pid}`);
  const { stdout } = await promisify(execFile)(process.execPath, [jiti, holder, folder]);
  expect(stdout).toContain("store-locked");
  expect(store.driver).toBe("pglite");
});

test("the lock of a process that was killed is taken over, and what it acknowledged is there", async () => {
  const child = spawn(process.execPath, [jiti, holder, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  expect(said.toString()).toContain("holding");
  child.kill("SIGKILL");
  await once(child, "exit");
  await using store = await open();
  expect(warnings.join("\n")).toContain(`process ${child.pid}`);
  expect((await listWorkspaces(store.database)).map(({ slug }) => slug)).toEqual(["from-the-child", "kept"]);
});

test("transactions that are begun at once take turns", async () => {
  await using store = await open();
  const { database } = store;
  await sql`create table counter (value integer)`.execute(database);
  await sql`insert into counter values (0)`.execute(database);
  const add = () =>
    database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ value: number }>`select value from counter`.execute(transaction);
      await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1}`.execute(transaction);
    });
  const broken = () =>
    database.transaction().execute(async (transaction) => {
      await sql`update counter set value = 999`.execute(transaction);
      throw new Error("undone");
    });
  const ended = await Promise.allSettled([add(), broken(), add(), broken(), add()]);
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(2);
  expect((await sql`select value from counter`.execute(database)).rows).toEqual([{ value: 3 }]);
  await sql`drop table counter`.execute(database);
});

test("a folder that holds no database is an error, and the lock is given back", async () => {
  const other = await mkdtemp(join(tmpdir(), "axis-pglite-"));
  await cp(join(folder, ".axis", "db"), join(other, ".axis", "db"), { recursive: true });
  const version = join(other, ".axis", "db", "PG_VERSION");
  expect((await readFile(version, "utf8")).trim()).toMatch(/^\d+$/);
  await writeFile(version, "9\n");
  const opened = () => openEmbedded(other, { onWarning: () => {} });
  await expect(opened()).rejects.not.toMatchObject({ code: "store-locked" });
  await expect(opened()).rejects.not.toMatchObject({ code: "store-locked" });
  await rm(other, { recursive: true });
});

test("a file in the place of the folder is the mistake of whoever put it there, with its name", async () => {
  const project = await mkdtemp(join(folder, "project-"));
  await writeFile(join(project, ".axis"), "");
  await expect(openEmbedded(project, { onWarning: () => {} })).rejects.toMatchObject({
    code: "not-writable",
    message: expect.stringContaining(join(project, ".axis")) as string,
  });
});
