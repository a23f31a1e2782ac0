/** Going on with a report through `axis run --resume`: what was asked for is not asked for again. */
import { expect, test } from "vitest";
import { temporaryProject } from "../config/libraries/temporary-repository.ts";
import * as run from "./commands/run.ts";
import { drive } from "./world.fixture.ts";

const scenario = { name: "A", prompt: "Say done", judge: [{ check: "says done", verify: { contains: "done" } }] };
const usage = JSON.stringify({ type: "usage", input: 80, output: 20 });
const project = (config = "axis.config.json") =>
  temporaryProject({
    ...Object.fromEntries(["a", "b", "c"].map((key) => [`scenarios/${key}.json`, scenario])),
    [config]: { agents: [{ agent: "command", name: "agent", command: `echo '${usage}'; echo done` }] },
  });

type Opened = Awaited<ReturnType<typeof project>>;
const axis = ({ folder }: Opened, ...args: string[]) => drive(run, args, { cwd: folder });
/** A run that is stopped after its first scenario. */
const stopped = (opened: Opened, ...args: string[]) =>
  axis(opened, "--concurrency", "1", "--budget-tokens", "150", ...args);
const wholeBudget = ["--resume", "--budget-tokens", "1000"] as const;

test("a judge, its samples and the gate of the command line are remembered", async () => {
  await using opened = await project();
  const { err } = await stopped(opened, "--judge", "rules", "--judge-samples", "3", "--fail-under", "99");
  expect(err).toMatch(/^Resume {3}axis run --resume /m);
  const { code, mistake, out } = await axis(opened, ...wholeBudget);
  expect([mistake, code]).toEqual(["", 1]);
  expect(out).toContain("3 results are below 99");
});

test("what was asked for can be asked for otherwise", async () => {
  await using opened = await project();
  await stopped(opened, "--fail-under", "99");
  expect((await axis(opened, ...wholeBudget, "--fail-under", "50")).code).toBe(0);
});

test("a project that changed is told with the report and the config that were named", async () => {
  await using opened = await project("other.config.json");
  const { err } = await stopped(opened, "-c", "other.config.json");
  const [, reportId = ""] = /report (\S+)/.exec(err) ?? [];
  expect(err).toMatch(new RegExp(`axis run --resume ${reportId} .*-c other.config.json`));
  await opened.write({ "scenarios/a.json": { ...scenario, prompt: "Say it" } });
  const { mistake } = await axis(opened, "-c", "other.config.json", "--resume");
  expect(mistake).toContain(`axis run --resume ${reportId} --accept-changes -c other.config.json`);
});

test("what failed and is no longer in the project is left out, and where nothing is left that is no mistake", async () => {
  await using opened = await project();
  const agent = (name: string) => ({
    agents: [{ agent: "command", name, command: name === "bad" ? "exit 1" : "true" }],
  });
  await opened.write({ "axis.config.json": agent("bad") });
  expect((await axis(opened)).code).toBe(1);
  await opened.write({ "axis.config.json": agent("good") });
  const { code, err } = await axis(opened, "--failed");
  expect(code).toBe(0);
  expect(err).toContain("a × bad is no longer in the config and is left out");
  expect(err).toContain("nothing to run again");
});

test("files that are no scenarios are told with -v alone", async () => {
  await using opened = await project();
  await opened.write({ "scenarios/helper.ts": "export const shared = 1;" });
  const told = "scenarios/helper.ts is not a scenario";
  expect((await axis(opened, "--dry-run", "-v")).err).toContain(told);
  expect((await axis(opened, "--dry-run")).err).not.toContain(told);
});
