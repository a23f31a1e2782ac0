/** Tokens in the dashboard: made, shown once, taken back; and who may do that. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
beforeAll(async () => {
  served = await openDashboard();
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

async function openTokens(token: string) {
  const opened = await open(`${served.address}#token=${token}`);
  await opened.page.getByRole("link", { name: "Settings", exact: true }).click();
  await opened.page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  return opened;
}

/** No two tokens share a name, also where a test is tried again. */
const named = (name: string) => `${name}-${randomBytes(4).toString("hex")}`;

const status = async (token: string) =>
  (await fetchAnew(`${served.address}v1/runs`, { headers: { Authorization: `Bearer ${token}` } })).status;

test("an administrator makes a token, sees its text once, uses it, and takes it back", async () => {
  const laptop = named("laptop");
  const { page, wrongs } = await openTokens(await served.world.token({ name: named("root"), scopes: ["admin"] }));
  await page.getByLabel("Name").fill(laptop);
  await page.getByLabel("Allows").selectOption("write");
  await page.getByLabel("Workspace").selectOption("shop");
  await page.getByRole("button", { name: "Create" }).click();
  const text = await page.locator(".secret").innerText();
  expect(text).toMatch(/^axis_[a-z0-9]{12}_[\w-]{43}$/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("token-text");
  expect(await status(text)).toBe(200);
  const row = page.getByRole("row").filter({ hasText: laptop });
  await expect.poll(() => row.innerText()).toMatch(/write[^]*shop/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => page.locator("body").innerText()).not.toContain(text);
  await page.reload();
  await page.getByRole("button", { name: `Revoke ${laptop}` }).waitFor();
  expect(await page.content()).not.toContain(text);
  await page.getByRole("button", { name: `Revoke ${laptop}` }).click();
  expect(await status(text)).toBe(200);
  await page.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: `Revoke ${laptop}` }).click();
  await page.getByRole("button", { name: "Revoke permanently" }).click();
  await row.getByText("revoked").waitFor();
  expect(await status(text)).toBe(401);
  expect(wrongs).toEqual([]);
});

test("who takes back the own token stands before the login", async () => {
  const own = named("own");
  const { page } = await openTokens(await served.world.token({ name: own, scopes: ["admin"] }));
  await page.getByRole("button", { name: `Revoke ${own}` }).click();
  await page.getByRole("button", { name: "Revoke permanently" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("whoever may only read is told so, and sees no token", async () => {
  for (const token of [await served.world.token({ name: "reader" }), null]) {
    const { page, wrongs } = await open(`${served.address}${token === null ? "#/tokens" : `#token=${token}`}`);
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByText("No permission").waitFor();
    expect(await page.locator("main :is(table, form)").count()).toBe(0);
    expect(wrongs).toEqual([]);
  }
});

test("a token of one workspace makes tokens of that workspace alone", async () => {
  const bound = await served.world.token({ name: "bound", scopes: ["admin"], workspaceId: served.world.other });
  const child = named("child");
  const { page } = await openTokens(bound);
  await page.getByLabel("Name").fill(child);
  await page.getByRole("button", { name: "Create" }).click();
  await page.locator(".secret").waitFor();
  const row = page.getByRole("row").filter({ hasText: child });
  await expect.poll(() => row.innerText()).toContain("other");
  expect(await page.getByRole("row").filter({ hasText: "root" }).count()).toBe(0);
});
