/** Who is let in: tokens from the address and the form, and what a wrong one shows. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";

const open = useDashboardBrowser();
const wrong = `axis_aaaaaaaaaaaa_${"x".repeat(43)}`;

let served: DashboardWorld;
let closed: DashboardWorld;
beforeAll(async () => {
  served = await openDashboard();
  closed = await openDashboard({ access: { openReads: false } });
  for (const { world } of [served, closed]) {
    await world.scored({ agent: "agent-of-the-shop" });
    await world.scored({ workspaceId: world.other, agent: "agent-of-the-other" });
  }
});
afterAll(async () => {
  for (const each of [served, closed]) {
    expect(each.world.defects).toEqual([]);
    await each[Symbol.asyncDispose]();
  }
});

async function expectLoginOnly(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.locator("nav, table, header, .live-mark").count()).toBe(0);
  expect(await page.locator("body").innerText()).not.toContain("agent-of-the");
}

async function expectInside(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Views" }).waitFor();
}

test("on this machine reads are open: the runs are there without a token", async () => {
  const { page, wrongs } = await open(`${served.address}#/runs`);
  await page.getByRole("table", { name: "Runs" }).waitFor();
  expect(await page.getByRole("button", { name: "Sign in" }).isVisible()).toBe(true);
  expect(wrongs).toEqual([]);
});

test("a wrong token shows the login and nothing else, also where reads are open", async () => {
  const { page, wrongs } = await open(`${served.address}#token=${wrong}`);
  await expectLoginOnly(page);
  expect(await page.getByRole("alert").innerText()).toContain("does not accept");
  await page.reload();
  await expectLoginOnly(page);
  await page.getByRole("button", { name: "Continue without a token" }).click();
  await expectInside(page);
  expect(wrongs).toEqual([]);
});

test("without a token, where one is needed, there is the login alone, at every address", async () => {
  for (const hash of ["", "#/runs", "#/reports", "#/workers", "#/tokens", "#/trends", "#/nowhere"]) {
    const { page, wrongs } = await open(`${closed.address}${hash}`);
    await expectLoginOnly(page);
    expect(wrongs).toEqual([]);
  }
});

test("a token is taken from the address, removed at once, kept in this tab, and sent as a bearer", async () => {
  const token = await closed.world.token();
  const { page, wrongs } = await open(`${closed.address}#token=${token}`);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await expectInside(page);
  expect(await page.evaluate(() => location.href)).not.toContain("token");
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]))).toBe('[{},""]');
  await page.reload();
  await expectInside(page);
  await page.goBack();
  expect(await page.evaluate(() => location.href)).not.toContain("token");
  expect(asked.join(" ")).not.toContain(token);
  expect(wrongs).toEqual([]);
});

test("a link that is opened in a new tab needs no second login, until one signs out", async () => {
  const { page } = await open(`${closed.address}#token=${await closed.world.token()}`);
  await expectInside(page);
  const second = await page.context().newPage();
  await second.goto(`${closed.address}#/leaderboard`);
  await second.getByRole("link", { name: "Leaderboard", exact: true }).waitFor();
  await second.close();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expectLoginOnly(page);
  const third = await page.context().newPage();
  await third.goto(`${closed.address}#/leaderboard`);
  await expectLoginOnly(third);
});

test("one signs in with the form after a wrong try, and out again", async () => {
  const { page, wrongs } = await open(closed.address);
  await page.getByLabel("Token").fill(wrong);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("does not accept").waitFor();
  await page.getByLabel("Token").fill(` ${await closed.world.token()} `);
  await page.keyboard.press("Enter");
  await expectInside(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expectLoginOnly(page);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(wrongs).toEqual([]);
});

test("a token of one workspace shows that workspace and no other", async () => {
  const token = await closed.world.token({ workspaceId: closed.world.other });
  const { page } = await open(`${closed.address}#token=${token}`);
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.locator("tbody").getByText("agent-of-the-other").waitFor();
  expect(await page.locator("body").innerText()).not.toContain("agent-of-the-shop");
  expect(await page.getByLabel("Project").count()).toBe(0);
  await page.goto(`${closed.address}#/runs?workspace=shop`);
  await page.getByText("Workspace not found").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(0);
});

test("a token that is revoked while one looks ends at the login", async () => {
  const { page } = await open(`${closed.address}#token=${await closed.world.token({ name: "short-lived" })}`);
  const answered: string[] = [];
  page.on("response", (answer) => void answered.push(new URL(answer.url()).pathname));
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.reload();
  // Wait until everything the page asks for by itself is answered: half a second passes without another answer.
  await page.locator(".live-mark.open").waitFor();
  await page.locator("option", { hasText: "agent-of-the-shop" }).waitFor({ state: "attached" });
  let before = 0;
  const isQuiet = () => {
    const quiet = answered.includes("/v1/runs") && answered.length === before;
    before = answered.length;
    return quiet;
  };
  await expect.poll(isQuiet, { interval: 500 }).toBe(true);
  await closed.world.store.database
    .updateTable("api_tokens")
    .set({ revoked_at: new Date() })
    .where("name", "=", "short-lived")
    .execute();
  await page.getByLabel("Order").selectOption("score");
  await expectLoginOnly(page);
});

test("an unknown address says so, with the way back", async () => {
  const { page, wrongs } = await open(`${served.address}#/nowhere/at/all`);
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await page.getByRole("link", { name: "Back to the overview" }).click();
  await page.getByRole("heading", { name: "Reports" }).waitFor();
  expect(wrongs).toEqual([]);
});
