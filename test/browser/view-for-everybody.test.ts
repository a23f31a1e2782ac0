/** The pages of `axis view` for keyboards, screen readers, both colour schemes and small screens. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../src/server/listen.ts";
import { createViewApp } from "../../src/server/view/view-app.ts";
import { openViewedProject, type ViewedProject } from "../../src/server/view/viewed-project.fixture.ts";
import { violations } from "./axe.ts";
import { useBrowser } from "./browser-test.ts";

const open = useBrowser();
let project: ViewedProject;
let served: Listening;
let close: () => Promise<void>;

beforeAll(async () => {
  project = await openViewedProject();
  const whole = await project.begin(["a", "b"]);
  await whole.finished("a");
  await whole.finished("b");
  await whole.close("complete");
  const going = await project.begin(["first/scenario", "second", "third", "fourth"]);
  await going.started("first/scenario");
  await going.finished("first/scenario");
  await going.started("second");
  close = () => going.close("aborted");
  const app = await createViewApp({ configDir: project.configDir, project: "sample", onDefect: () => {} });
  served = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await close();
  await served[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const places = ["/", "/reports/2026-03-04-050607/", "/reports/2026-03-04-050607-2/"];

describe.each(places)("%s", (place) => {
  const address = () => `http://127.0.0.1:${served.port}${place}`;

  test.each(["light", "dark"] as const)("axe finds nothing wrong, %s", async (colorScheme) => {
    const { page } = await open(address(), { colorScheme, bypassCSP: true });
    await page.locator("h1").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each([320, 375])("it is no wider than a screen of %d pixels", async (width) => {
    const { page } = await open(address(), { viewport: { width, height: 700 } });
    await page.locator("h1").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
