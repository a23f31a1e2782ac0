import { expect, test } from "vitest";
import { until } from "../fixtures/axis.ts";
import { createDatabase } from "../test-database.ts";
import { openFleet } from "./fleet.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";

test("a project is pushed to a server, a run is asked for over HTTP, and a worker makes it", async () => {
  await using fleet = await openFleet(await createDatabase());
  const { project, env } = fleet;
  const made = await project.axis(["token", "create", "--name", "ci", "--scope", "admin"], { env });
  const token = /axis_[a-z0-9]{12}_[\w-]{43}/.exec(made.stdout)?.[0] ?? "";
  const serving = project.start(["serve", "--port", "0"], { env });
  let said = "";
  serving.child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until(() => said.includes("#token="));
  const origin = new URL(said.trim()).origin;
  try {
    const over = { AXIS_DATABASE_URL: undefined, AXIS_URL: origin, AXIS_TOKEN: token };
    const pushed = await project.axis(["push"], { env: over });
    expect(pushed.stderr).toBe("");
    expect(pushed.stdout).toContain("Pushed 2 files");

    const wrong = await project.axis(["push"], { env: { ...over, AXIS_TOKEN: `${token.slice(0, -1)}x` } });
    expect(wrong).toMatchObject({ code: 2, stdout: "" });

    const ask = (body: object) =>
      fetchAnew(`${origin}/v1/runs`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await ask({ workspace: "fleet", scenario: "task", agent: "maker" })).status).toBe(422);
    fleet.work("one");
    const wanted = { workspace: "fleet", scenario: "task", agent: "maker", trials: 2 };
    let answer = await ask(wanted);
    await until(async () => answer.status === 202 || (answer = await ask(wanted)).status === 202);
    const { data } = (await answer.json()) as { data: { id: string }[] };
    expect(data).toHaveLength(2);
    await until(async () => (await fleet.finished()).length === 2);
    const read = (part: string) =>
      fetchAnew(`${origin}/v1/runs/${data[0]?.id}/${part}`, { headers: { authorization: `Bearer ${token}` } });
    const score = (await (await read("score")).json()) as { score: number };
    expect(score.score).toBeGreaterThan(0);
    const transcript = await read("transcript");
    expect(((await transcript.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0);
    const artifact = await read("artifacts/out.txt");
    expect(await artifact.text()).toBe("made");
    const patch = await read("patch");
    expect(await patch.text()).toContain("\n+made\n");
  } finally {
    serving.child.kill("SIGTERM");
    await serving.ended;
  }
});
