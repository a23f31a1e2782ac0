/** `axis view` of the built package: where it listens, when it ends, and what it says when it cannot. */
import { createServer } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListingIndex } from "../src/report/html/listing-index.ts";
import { contentOf, openProject, openShellProject, type Project } from "./fixtures/axis.ts";
import { startView } from "./fixtures/view.ts";
import { fetchAnew } from "./fixtures/fetch-anew.ts";

let project: Project;
beforeAll(async () => {
  project = await openShellProject({});
  await project.report();
});
afterAll(() => project[Symbol.asyncDispose]());

describe("axis view", () => {
  test("prints its address on loopback, answers, ends with Ctrl-C, and has written nothing, no database either", async () => {
    const before = await contentOf(project.folder);
    const view = await startView(project);
    expect(view.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await fetchAnew(`${view.address}/index`);
    const { listing } = (await answer.json()) as ListingIndex;
    expect(listing.reports).toMatchObject([{ state: "complete", summary: { total: 1 } }]);
    // A page that is open does not keep it from ending.
    const events = await fetchAnew(`${view.address}/events`);
    const { code, stderr } = await view.stop();
    await events.text();
    expect(code).toBe(0);
    expect(stderr).toContain("Stop it with Ctrl-C");
    expect(await contentOf(project.folder)).toEqual(before);
  });

  test("leads straight to the report it is asked for", async () => {
    const { reportId } = await project.stored();
    for (const id of ["latest", reportId, reportId.slice(0, 12)]) {
      const view = await startView(project, [id]);
      expect(view.address).toMatch(new RegExp(`/reports/${reportId}$`));
      expect((await fetchAnew(`${view.address}/`)).status).toBe(200);
      await view.stop();
    }
  });

  test("a report that does not exist is exit 2, with the nearest", async () => {
    const { code, stdout, stderr } = await project.axis(["view", "1999-01-01"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('Report "1999-01-01" does not exist');
    expect(stderr).toContain("The closest ids are: ");
  });

  test("a port that is taken is a sentence and exit 2", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, stderr } = await project.axis(["view", "--port", String(port)]);
    other.close();
    expect(code).toBe(2);
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 could not be opened`);
    expect(stderr).toContain("axis view --port <n>");
  });

  test.each(["0.0.0.0", "192.168.0.1", "example.com"])("it does not listen on %s", async (host) => {
    const { code, stderr } = await project.axis(["view", "--host", host]);
    expect(code).toBe(2);
    expect(stderr).toContain("Expected one of: 127.0.0.1, ::1, localhost.");
  });

  test("without a project it says how to make one, exit 2", async () => {
    await using empty = await openProject({});
    const { code, stderr } = await empty.axis(["view"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Create one with: axis init");
  });

  test("of a project without reports it shows an empty list", async () => {
    await using fresh = await openShellProject({});
    const view = await startView(fresh);
    const { listing } = (await (await fetchAnew(`${view.address}/index`)).json()) as ListingIndex;
    expect(listing).toMatchObject({ reports: [], evaluations: [], unreadable: [] });
    await view.stop();
  });
});

describe("axis eval --keep", () => {
  const items = { "answers.jsonl": `{"id":"one","actual_output":"a","expected_output":"a"}\n` };
  const measure = ["eval", "answers.jsonl", "-m", "exact_string_match"];

  test("keeps rows and page where axis view finds them, and needs no project", async () => {
    await using folder = await openProject(items);
    const { code, stdout } = await folder.axis([...measure, "--keep", "answers"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Written: .axis/evaluations/answers.jsonl");
    expect(stdout).toContain("Written: .axis/evaluations/answers.html");
    const view = await startView(folder);
    const { listing } = (await (await fetchAnew(`${view.address}/index`)).json()) as ListingIndex;
    expect(listing.evaluations).toMatchObject([{ name: "answers", isWritten: true }]);
    const page = await fetchAnew(`${view.address}/evaluations/answers/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('id="rows.0"')]);
    await view.stop();
  });

  test("is named by the time where no name is given, never written over, and a name is no path", async () => {
    await using folder = await openProject(items);
    const { stdout } = await folder.axis([...measure, "--keep"]);
    expect(stdout).toMatch(/Written: \.axis\/evaluations\/\d{4}-\d\d-\d\d-\d{6}\.html/);
    await folder.axis([...measure, "--keep", "twice"]);
    const again = await folder.axis([...measure, "--keep", "twice"]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("already exists")]);
    const outside = await folder.axis([...measure, "--keep", "../outside"]);
    expect([outside.code, outside.stderr]).toEqual([2, expect.stringContaining('"../outside"')]);
  });
});
