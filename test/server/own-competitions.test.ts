/** Competitions that `axis serve` runs in its own project, with real processes of the built package. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Competition } from "../../src/core/report/competition.ts";
import { until } from "../fixtures/axis.ts";
import { type ContestProject, openContestProject } from "../fixtures/contest.ts";
import { judgeServer } from "../fixtures/judge-server.ts";
import { askingMs, count, letGo, type OwnServer, startOwn } from "./own-server.ts";

interface Answer {
  readonly state: string;
  readonly headline: string | null;
  readonly winner: string | null;
  readonly report_id: string | null;
  readonly runs: {
    readonly planned: number;
    readonly finished: number;
    readonly running: number;
    readonly passed: number;
  };
  readonly standing: readonly { readonly agent: string; readonly passed: number }[];
  readonly competition: Competition | null;
}

const wanted = { workspace: "contest", scenarios: ["slug"], agents: ["careful", "lazy"] };

async function start(server: OwnServer, body: object = {}): Promise<string> {
  const answer = await server.post("/v1/competitions", { ...wanted, ...body });
  const { id } = (await answer.json()) as { id: string };
  expect([answer.status, answer.headers.get("location")]).toEqual([202, `/v1/competitions/${id}`]);
  return id;
}

async function whenContest(server: OwnServer, id: string, isSo: (contest: Answer) => boolean): Promise<Answer> {
  let contest = await server.get<Answer>(`/v1/competitions/${id}`);
  await until(async () => isSo((contest = await server.get<Answer>(`/v1/competitions/${id}`))), askingMs);
  return contest;
}

const listBranches = async (project: ContestProject) =>
  (await project.git("branch", "--list", "axis/*", "--format=%(refname:short)")).split("\n").filter(Boolean);

describe.concurrent("axis serve of a project in a git repository", () => {
  test("a competition that was asked for is watched, won, and leaves its branches", async () => {
    await using project = await openContestProject({ holds: true });
    await using server = await startOwn(project, ["--slots", "2"]);
    const id = await start(server);
    const running = await whenContest(server, id, ({ runs }) => runs.running > 0);
    expect(running).toMatchObject({
      state: "running",
      winner: null,
      competition: null,
      runs: { planned: 2, finished: 0 },
    });
    await letGo(project);
    const ended = await whenContest(server, id, ({ state }) => state === "finished");
    expect(ended).toMatchObject({ winner: "careful", runs: { planned: 2, finished: 2, running: 0, passed: 1 } });
    expect(ended.headline).toMatch(/^WINNER careful by 1 to 0 passed runs; too close to call against lazy$/);
    expect(ended.standing.map(({ agent, passed }) => [agent, passed])).toEqual([
      ["careful", 1],
      ["lazy", 0],
    ]);
    expect(await listBranches(project)).toEqual([`axis/${id.slice(-8).toLowerCase()}/careful/t1`]);
    const shown = await project.axis(["compete", "show", id, "--json"]);
    expect(JSON.parse(shown.stdout)).toEqual(ended.competition);
    expect(server.heard.map(({ type }) => type)).toContain("competition.changed");
    const after = await server.post(`/v1/competitions/${id}/cancel`);
    expect([after.status, await after.json()]).toMatchObject([409, { error: { code: "already-finished" } }]);
    expect(existsSync(join(project.folder, ".axis/competitions", id, "base.git"))).toBe(false);
  });

  test("the judge of the project ranks the entrants without knowing whose work it sees", async () => {
    await using judging = await judgeServer(({ prompt }) => {
      const nonce = [...prompt.matchAll(/whose "nonce" is "([0-9a-f]{32})"/g)].at(-1)?.[1];
      const isLonger = /"patchA":\s*"(?:[^"\\]|\\.)*\+a longer note/.test(prompt);
      return JSON.stringify({ nonce, reason: "the note is longer", better: isLonger ? "A" : "B" });
    });
    const stub = { provider: "compatible", model: "stub", base_url: judging.url };
    const rules = { goal: "rules", environment: "rules", service: "rules", agent: "rules" };
    const notes = { zebra: "a longer note", yak: "a note" };
    const agents = Object.entries(notes).map(([name, note]) => ({
      agent: "command",
      name,
      command: ["sh", "-c", `echo ${note} > note.txt; echo done > work.txt; echo It is done`],
    }));
    const config = { agents, judging: { agents: [stub], questions: rules } };
    await using project = await openContestProject({ config });
    await using server = await startOwn(project);
    const id = await start(server, { agents: ["zebra", "yak"], rank: "judge" });
    const ended = await whenContest(server, id, ({ state }) => state === "finished");
    expect(ended.headline).toMatch(/^WINNER zebra by the judge, 1 of 1 duel;/);
    expect(ended.competition?.judging).toMatchObject({
      judge: "compatible/stub",
      duels: [{ one: "yak", result: "other" }],
    });
    for (const { prompt } of judging.heard) expect(prompt).not.toMatch(/zebra|yak/);
  });

  test("one that is cancelled starts nothing more, and says so", async () => {
    await using project = await openContestProject({ holds: true });
    await using server = await startOwn(project, ["--slots", "1"]);
    const id = await start(server, { trials: 2 });
    await until(() => count(project, "starts") === 1);
    const answer = await server.post(`/v1/competitions/${id}/cancel`);
    expect([answer.status, await answer.json()]).toEqual([202, { id, state: "cancelled" }]);
    await letGo(project);
    const ended = await whenContest(server, id, ({ competition }) => competition !== null);
    expect(ended).toMatchObject({ state: "cancelled", winner: null, headline: "NO WINNER", runs: { running: 0 } });
    expect(count(project, "starts")).toBe(1);
    expect((await server.post(`/v1/competitions/${id}/cancel`)).status).toBe(202);
  });

  test("a server that is killed goes on with the competition at its next start", async () => {
    await using project = await openContestProject({ holds: true });
    const id = await (async () => {
      await using server = await startOwn(project, ["--slots", "2"]);
      const started = await start(server);
      await until(() => count(project, "starts") === 2);
      await server.kill();
      return started;
    })();
    await letGo(project);
    await using again = await startOwn(project, ["--slots", "2"]);
    const ended = await whenContest(again, id, ({ state }) => state === "finished");
    expect(ended).toMatchObject({ winner: "careful", runs: { planned: 2, finished: 2, passed: 1 } });
    expect(await listBranches(project)).toHaveLength(1);
  });

  test("what cannot take place is refused with the reason, and leaves nothing", async () => {
    await using project = await openContestProject();
    await using server = await startOwn(project);
    const refuse = async (body: object) => {
      const answer = await server.post("/v1/competitions", { ...wanted, ...body });
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      return [answer.status, error.code, error.message];
    };
    expect(await refuse({ scenarios: ["none"] })).toEqual([422, "unknown-scenario", expect.any(String)]);
    expect(await refuse({ agents: ["careful", "none"] })).toEqual([422, "unknown-agent", expect.any(String)]);
    expect(await refuse({ agents: ["careful"] })).toEqual([
      422,
      "competition-refused",
      "A competition has 2 to 20 agents, not 1",
    ]);
    expect(await refuse({ base: "nowhere" })).toEqual([
      422,
      "competition-refused",
      'The repository has no commit "nowhere"',
    ]);
    expect(await refuse({ workspace: "other" })).toEqual([404, "workspace-not-found", expect.any(String)]);
    expect((await refuse({ open_pr: true })).slice(0, 2)).toEqual([400, "bad-request"]);
    expect(await refuse({ rank: "judge" })).toEqual([
      422,
      "competition-refused",
      expect.stringMatching(/^--rank judge needs a judge that can read patches/),
    ]);
    expect(await refuse({ rank: "judge", judge: "openai/some-model" })).toEqual([
      422,
      "competition-refused",
      expect.stringContaining("OPENAI_API_KEY"),
    ]);
    expect(await refuse({ judge: "nobody/some-model" })).toEqual([
      422,
      "competition-refused",
      expect.stringContaining('Unknown provider "nobody"'),
    ]);
    expect(await refuse({ judge: "./judge.mjs" })).toEqual([400, "bad-request", expect.stringContaining("judge")]);
    await project.write({ "notes.txt": "not committed" });
    expect((await refuse({})).slice(1)).toEqual([
      "competition-refused",
      "The server's project has uncommitted changes, which the entrants would not get",
    ]);
    expect(await server.get("/v1/competitions")).toEqual({ data: [], next_cursor: null });
    expect(existsSync(join(project.folder, ".axis/competitions"))).toBe(false);
  });
});
