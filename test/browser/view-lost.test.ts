/** `axis view` where an answer gets lost on its way. */
import { expect, test } from "vitest";
import { listen } from "../../src/server/listen.ts";
import { createViewApp } from "../../src/server/view/view-app.ts";
import { openViewedProject } from "../../src/server/view/viewed-project.fixture.ts";
import { useBrowser } from "./browser-test.ts";

const open = useBrowser();

test("a run that could not be read is read again with the next change of its report", async () => {
  await using project = await openViewedProject();
  const report = await project.begin(["one", "two"]);
  await report.started("one");
  const app = await createViewApp({ configDir: project.configDir, project: "sample", onDefect: () => {} });
  await using served = await listen(app, { host: "127.0.0.1", port: 0 });
  const { page } = await open(`http://127.0.0.1:${served.port}/`);
  let lost = 0;
  let isLost = true;
  await page.route("**/runs/*/page", (route) => {
    if (!isLost) return route.continue();
    lost += 1;
    return route.abort("connectionreset");
  });
  await page.goto(`http://127.0.0.1:${served.port}/reports/${report.id}/#/run/0/run_one`);
  await page.getByText("The agent is running.").waitFor();
  await report.finished("one");
  await page.getByText("The run cannot be read").waitFor();
  expect(lost).toBeGreaterThan(0);
  isLost = false;
  await report.started("two");
  await page.locator("#how").waitFor();
  await report.close("complete");
});
