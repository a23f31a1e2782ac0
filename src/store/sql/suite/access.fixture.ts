/** Part of the SQL suite: tokens grant the right access and nothing more; requests with a key run once. */
import { expect, test } from "vitest";
import { beginKeyedRequest, dropKeyedRequest, endKeyedRequest, removeOldKeys } from "../access/idempotency.ts";
import { createToken, hasValidToken, listTokens, revokeToken, verifyToken } from "../access/tokens.ts";
import { createTestWorkspace, nextRunId, type GetStore } from "./suite-helpers.fixture.ts";

export function testAccess(theStore: GetStore): void {
  const input = { name: "ci", scopes: ["read"], workspaceId: null, expiresInSeconds: null } as const;

  test("a token is found by its text, and only its hash is stored", async () => {
    const { database } = theStore();
    const workspaceId = await createTestWorkspace(theStore());
    const { text, token } = await createToken(database, { ...input, workspaceId });
    expect(text).toMatch(/^axis_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
    expect(await verifyToken(database, text)).toMatchObject({ id: token.id, scopes: ["read"], workspaceId });
    const secret = text.slice(-43);
    const kept = await database
      .selectFrom("api_tokens")
      .selectAll()
      .where("id", "=", token.id)
      .executeTakeFirstOrThrow();
    expect(kept.secret_hash).toHaveLength(32);
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(Buffer.from(kept.secret_hash).toString("latin1")).not.toContain(secret);
    expect((await listTokens(database)).map(({ id }) => id)).toContain(token.id);
  });

  test("a wrong secret, an unknown id, a foreign format, an expired and a revoked token find no token", async () => {
    const { database } = theStore();
    const { text, token } = await createToken(database, input);
    const other = await createToken(database, input);
    const swapped = `axis_${token.id}_${other.text.slice(-43)}`;
    const wrong = [
      swapped,
      text.toUpperCase(),
      text.slice(0, -1),
      `${text}x`,
      "",
      "axis__",
      `${text}\n`,
      `Bearer ${text}`,
    ];
    for (const attempt of wrong) expect(await verifyToken(database, attempt)).toBeNull();
    expect(await verifyToken(database, `axis_${"a".repeat(12)}_${"b".repeat(43)}`)).toBeNull();
    const short = await createToken(database, { ...input, expiresInSeconds: 3_600 });
    expect(await verifyToken(database, short.text)).not.toBeNull();
    await database
      .updateTable("api_tokens")
      .set({ expires_at: new Date(0) })
      .where("id", "=", short.token.id)
      .execute();
    expect(await verifyToken(database, short.text)).toBeNull();
    await revokeToken(database, token.id);
    await revokeToken(database, token.id);
    expect(await verifyToken(database, text)).toBeNull();
    await expect(revokeToken(database, "nobody")).rejects.toMatchObject({ code: "token-missing" });
  });

  test("the last use is updated at most once a minute", async () => {
    const { database } = theStore();
    const { text, token } = await createToken(database, input);
    const used = async () => (await listTokens(database)).find(({ id }) => id === token.id)?.lastUsedAt;
    expect(await used()).toBeNull();
    await verifyToken(database, text);
    const first = await used();
    expect(first).toBeInstanceOf(Date);
    await verifyToken(database, text);
    expect(await used()).toEqual(first);
  });

  test("it is known whether any valid token exists", async () => {
    const { database } = theStore();
    await database.updateTable("api_tokens").set({ revoked_at: new Date() }).execute();
    expect(await hasValidToken(database)).toBe(false);
    const { token } = await createToken(database, { ...input, expiresInSeconds: 60 });
    expect(await hasValidToken(database)).toBe(true);
    await database
      .updateTable("api_tokens")
      .set({ expires_at: new Date(0) })
      .where("id", "=", token.id)
      .execute();
    expect(await hasValidToken(database)).toBe(false);
  });

  test("a keyed request is new once, then in progress, then replayed; a different body conflicts", async () => {
    const { database } = theStore();
    const request = { tokenId: nextRunId(), key: "k-1", requestHash: Buffer.alloc(32, 1) };
    const begun = await Promise.all(Array.from({ length: 5 }, () => beginKeyedRequest(database, request)));
    expect(begun.filter(({ state }) => state === "new")).toHaveLength(1);
    expect(begun.filter(({ state }) => state === "in-progress")).toHaveLength(4);
    expect(await beginKeyedRequest(database, { ...request, requestHash: Buffer.alloc(32, 2) })).toEqual({
      state: "conflict",
    });
    await endKeyedRequest(database, request, { status: 202, response: { data: [{ id: "x" }] } });
    const replay = { state: "replay", status: 202, response: { data: [{ id: "x" }] } };
    expect(await beginKeyedRequest(database, request)).toEqual(replay);
    expect(await beginKeyedRequest(database, { ...request, tokenId: nextRunId() })).toEqual({ state: "new" });
  });

  test("a key is free again when it is dropped, after a day, and when its request died", async () => {
    const { database } = theStore();
    const request = { tokenId: nextRunId(), key: "k-2", requestHash: Buffer.alloc(32, 1) };
    const isNew = async () => (await beginKeyedRequest(database, request)).state === "new";
    const age = (interval: number) =>
      database
        .updateTable("idempotency_keys")
        .set({ created_at: new Date(Date.now() - interval) })
        .where("token_id", "=", request.tokenId)
        .execute();
    expect(await isNew()).toBe(true);
    await dropKeyedRequest(database, request);
    expect(await isNew()).toBe(true);
    await age(3_600_000);
    expect(await isNew()).toBe(true);
    await endKeyedRequest(database, request, { status: 200, response: null });
    await age(3_600_000);
    expect(await isNew()).toBe(false);
    await age(25 * 3_600_000);
    expect(await isNew()).toBe(true);
    await age(25 * 3_600_000);
    expect(await removeOldKeys(database)).toBeGreaterThanOrEqual(1);
  });
}
