import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase } from "../../../test/test-database.ts";
import { openPostgres } from "../../store/sql/drivers/postgres.ts";
import { verifyToken } from "../../store/sql/access/tokens.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { drive } from "../world.fixture.ts";
import * as db from "./db.ts";
import * as token from "./token.ts";

let cwd: string;
let url: string;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "axis-token-"));
  url = await createDatabase();
});
afterAll(() => rmSync(cwd, { recursive: true }));

const axisDb = (...args: string[]) => drive(db, args, { cwd, env: { AXIS_DATABASE_URL: url } });
const axisToken = (...args: string[]) => drive(token, args, { cwd, env: { AXIS_DATABASE_URL: url } });

describe("axis token", () => {
  test("a token that was made opens the store, and no longer once it is revoked", async () => {
    expect(await axisDb("migrate")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The Postgres database \(postgres\) is at migration \d+ \([a-z-]+\)\.$/),
    });
    const made = await axisToken("create", "--name", "ci", "--scope", "write", "--expires", "90d");
    expect(made.out).toMatch(/^axis_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
    expect(made.err).toContain("shown only once");
    await using store = openPostgres(url);
    expect(await verifyToken(store.database, made.out)).toMatchObject({ name: "ci", scopes: ["write"] });
    const id = made.out.slice(5, 17);
    const listed = await axisToken("list");
    expect(listed.out).toMatch(new RegExp(`^${id}  write  ci  \\(expires \\d{4}-\\d\\d-\\d\\d, last used `));
    expect(listed.out).not.toContain(made.out.slice(-43));
    expect(await axisToken("revoke", id)).toMatchObject({ code: 0, out: `Token ${id} is revoked.` });
    expect(await verifyToken(store.database, made.out)).toBeNull();
    expect((await axisToken("list")).out).toContain("revoked");
    const json = JSON.parse((await axisToken("list", "--json")).out) as { id: string }[];
    expect(json.map((each) => each.id)).toEqual([id]);
  });

  test("a token of one workspace is bound to it; one of a workspace that is not there is refused", async () => {
    await using store = openPostgres(url);
    const { id } = await ensureWorkspace(store.database, { slug: "shop", name: "Shop" });
    const made = await axisToken("create", "--name", "x", "--scope", "read", "--workspace", "shop");
    expect(await verifyToken(store.database, made.out)).toMatchObject({ workspaceId: id, expiresAt: null });
    const refused = await axisToken("create", "--name", "x", "--scope", "read", "--workspace", "shp");
    expect(refused).toMatchObject({ code: null, errorCode: "workspace-missing" });
    expect(refused.mistake).toContain("Existing workspaces: shop");
  });

  test("a token that is not there cannot be revoked", async () => {
    expect(await axisToken("revoke", "abcdefghijkl")).toMatchObject({ errorCode: "token-missing" });
  });

  test.each([
    ["create", "--scope", "read"],
    ["create", "--name", "x"],
    ["create", "--name", "", "--scope", "read"],
    ["create", "--name", "x".repeat(101), "--scope", "read"],
    ["create", "--name", "x", "--scope", "root"],
    ["create", "--name", "x", "--scope", "read", "--expires", "0d"],
    ["create", "--name", "x", "--scope", "read", "--expires", "soon"],
    ["create", "--name", "x", "--scope", "read", "--expires", "99999w"],
  ])("axis token %s %s %s %s is refused before anything is opened", async (...args) => {
    await expect(axisToken(...args)).rejects.toMatchObject({ code: expect.stringMatching(/^commander\./) });
  });
});

test("a database that was made by other migrations is refused", async () => {
  const other = await createDatabase();
  const env = { AXIS_DATABASE_URL: other };
  expect((await drive(db, ["migrate"], { cwd, env })).code).toBe(0);
  await using store = openPostgres(other);
  await store.database.updateTable("schema_migrations").set({ sha256: "edited" }).execute();
  expect(await drive(db, ["migrate"], { cwd, env })).toMatchObject({ code: null, errorCode: "store-mismatch" });
});

test("without a URL the database of the project is used, and without a project there is none", async () => {
  expect(await drive(token, ["list"], { cwd, env: {} })).toMatchObject({ errorCode: "config-missing" });
  writeFileSync(join(cwd, "axis.config.json"), JSON.stringify({ agents: ["command"] }));
  const listed = await drive(token, ["list"], { cwd, env: { AXIS_DATABASE_URL: "" } });
  expect(listed).toMatchObject({
    code: 0,
    err: "There are no tokens. Create one with: axis token create --name <name> --scope read",
  });
});
