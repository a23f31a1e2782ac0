/** Holds who judges whom: the flag, the pinned judge, the panel, somebody else, oneself, rules. */
import { describe, expect, test } from "vitest";
import type { Plan } from "../../core/plan.ts";
import { validScenario, temporaryProject } from "../libraries/temporary-repository.ts";

const adapter = (name: string, canJudge: boolean) =>
  `export default { name: "${name}", canJudge: ${canJudge}, keys: { required: ["${name.toUpperCase()}_KEY"] }, run: async () => ({ status: "completed", result: "" }) };`;

/** Three agents: two that can judge, one that does not say so. */
const files = {
  "one.mjs": adapter("one", true),
  "two.mjs": adapter("two", true),
  "mute.mjs": adapter("mute", false),
  "scenarios/a.json": validScenario,
};
const adapters = { one: "./one.mjs", two: "./two.mjs", mute: "./mute.mjs" };

async function planWith(judging: object | undefined, request = {}): Promise<Plan> {
  const agents = [{ agent: "one", model: "m" }, "two", "mute"];
  const config = { agents, adapters, ...(judging && { judging }) };
  await using project = await temporaryProject({ ...files, "axis.config.json": config });
  return await project.plan(request);
}

/** The judges of each agent's run: one name where all four are the same. */
function judgesIn(plan: Plan): Record<string, string> {
  return Object.fromEntries(
    plan.jobs.map(({ agent, judges }) => [
      agent.name,
      [...new Set(Object.values(judges).map(({ id }) => id))].join(" + "),
    ]),
  );
}

describe("who judges", () => {
  test("with nothing said, an agent that can judge does so itself with its own model; others are judged by rules", async () => {
    expect(judgesIn(await planWith(undefined))).toEqual({ "one|m": "one|m", two: "two", mute: "rules" });
  });

  test("patience alone names no judge", async () => {
    expect(judgesIn(await planWith({ retries: 1 }))).toEqual({ "one|m": "one|m", two: "two", mute: "rules" });
  });

  test("of the candidates, the first with another adapter than the run's own agent", async () => {
    const plan = await planWith({ agents: [{ agent: "one", model: "other" }, "two"] });
    expect(judgesIn(plan)).toEqual({ "one|m": "two", two: "one|other", mute: "one|other" });
  });

  test("where all candidates are the run's own agent, the first of them", async () => {
    expect(judgesIn(await planWith({ agents: ["one"] }))["one|m"]).toBe("one");
  });

  test("a model and rules are always somebody else", async () => {
    const plan = await planWith({ agents: ["openai/some/model", "two"] });
    expect(judgesIn(plan)).toEqual({
      "one|m": "openai/some/model",
      two: "openai/some/model",
      mute: "openai/some/model",
    });
  });

  test("a pinned judge answers its question, and the others as before", async () => {
    const plan = await planWith({ questions: { goal: "anthropic/m" }, agents: ["rules"] });
    expect(judgesIn(plan)["two"]).toBe("anthropic/m + rules");
  });

  test("a panel beats the list, and a pinned judge beats the panel", async () => {
    const plan = await planWith({ questions: { goal: "rules" }, panel: ["one", "two", "rules"], agents: ["mute"] });
    expect(judgesIn(plan)["mute"]).toBe("rules + panel of one, two, rules");
    expect(plan.jobs[0]?.judges.agent.members?.map(({ kind }) => kind)).toEqual(["agent", "agent", "rules"]);
  });

  test("the flag beats everything, and may name a model that the config describes", async () => {
    const local = { provider: "compatible", model: "local", base_url: "http://127.0.0.1:1/v1", api_key_env: "LOCAL" };
    const plan = await planWith({ questions: { goal: local }, panel: ["one"] }, { judge: "compatible/local" });
    expect(judgesIn(plan)["two"]).toBe("compatible/local");
    expect(plan.jobs[0]?.judges.goal).toMatchObject({
      kind: "model",
      keys: ["LOCAL"],
      about: { provider: "compatible", model: "local" },
    });
  });

  test("an agent of the flag judges all, also its own runs", async () => {
    expect(new Set(Object.values(judgesIn(await planWith(undefined, { judge: "TWO" }))))).toEqual(new Set(["two"]));
  });

  test("one judge is opened once, however many runs it judges", async () => {
    const plan = await planWith(undefined, { trials: 3, agents: ["two"] });
    expect(new Set(plan.jobs.map(({ judges }) => judges.agent)).size).toBe(1);
  });
});

describe("what is wrong with a judge is said before anything runs", () => {
  test.each([
    [{ agents: ["tow"] }, 'judging.agents[0]\n  Unknown judge "tow". Did you mean "two"?'],
    [{ panel: ["nobody"] }, 'judging.panel[0]\n  Unknown judge "nobody". Known judges: "rules"'],
    [{ questions: { goal: "replay" } }, "judging.questions.goal\n  The replay agent only plays back"],
    [{ agents: [{ agent: "command" }] }, "judging.agents[0]\n"],
    [{ agents: [{ agent: "one", skills: ["./s"] }] }, "judging.agents[0].skills\n  A judge cannot have skills."],
  ])("%j", async (judging, said) => {
    await using project = await temporaryProject({
      ...files,
      "axis.config.json": { agents: ["two"], adapters, judging },
    });
    expect(await project.refusal()).toContain(said);
  });
});

describe("modules that judge", () => {
  const wrong = {
    ...files,
    "broken.mjs": "throw new Error('boom')",
    "mute-judge.mjs": "export default {}",
    "sound.mjs": "export default { id: 's', ask: () => ({}) };",
  };
  const judging = {
    agents: ["./none.mjs", "./broken.mjs"],
    questions: { goal: "./mute-judge.mjs", agent: "./sound.mjs" },
  };
  const otherMistake = { agents: ["two", "nobody"], adapters };

  test("that are missing or broken are said with every other mistake, each at its own place", async () => {
    await using project = await temporaryProject({ ...wrong, "axis.config.json": { ...otherMistake, judging } });
    const said = await project.refusal();
    expect(said).toContain('axis.config.json  agents[1]\n  Unknown agent "nobody".');
    expect(said).toContain('judging.agents[0]\n  File "./none.mjs" does not exist\n  Write the path of a module');
    expect(said).toContain("judging.agents[1]\n  ./broken.mjs could not be loaded: boom");
    expect(said).toContain("judging.questions.goal\n  ./mute-judge.mjs: neither its default export nor");
    expect(said).not.toContain("judging.questions.agent");
  });

  test("of the flag are said with them too, and alone as a mistake of the flag", async () => {
    await using project = await temporaryProject({ ...wrong, "axis.config.json": otherMistake });
    const said = await project.refusal({ judge: "./none.mjs" });
    expect(said).toContain('agents[1]\n  Unknown agent "nobody".');
    expect(said).toContain('--judge\n  File "./none.mjs" does not exist');
    await project.write({ "axis.config.json": { agents: ["two"], adapters } });
    expect(await project.refusal({ judge: "./none.mjs" })).toBe(
      'File "./none.mjs" does not exist\nWrite the path of a module',
    );
  });

  test("of the config are left alone where the flag names another judge", async () => {
    await using project = await temporaryProject({
      ...wrong,
      "axis.config.json": { agents: ["two"], adapters, judging },
    });
    expect(judgesIn(await project.plan({ judge: "rules" }))).toEqual({ two: "rules" });
  });

  test("are loaded once, however often they are named", async () => {
    const twice = { panel: ["./sound.ts", "rules", "rules"], questions: { goal: "./sound.ts" } };
    await using project = await temporaryProject({
      ...wrong,
      "sound.ts": wrong["sound.mjs"],
      "axis.config.json": { agents: ["two"], adapters, judging: twice },
    });
    const [job] = (await project.plan()).jobs;
    expect(job?.judges.goal).toBe(job?.judges.agent.members?.[0]);
  });
});

describe("the digest of the settings", () => {
  const digest = async (judging: object | undefined, request = {}) =>
    (await planWith(judging, request)).digests.settings;

  test("changes with a judge, its model, a panel, and the flag", async () => {
    const all = await Promise.all([
      digest(undefined),
      digest({ agents: ["openai/a"] }),
      digest({ agents: ["openai/b"] }),
      digest({ panel: ["openai/a"] }),
      digest({ questions: { goal: "openai/a" } }),
      digest(undefined, { judge: "openai/a" }),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  test("does not change with the agents under test", async () => {
    expect(await digest(undefined, { agents: ["two"] })).toBe(await digest(undefined, { agents: ["one*"] }));
  });
});
