/** Real agents repair a gate in the session they were in: what they are told is the gate, not the task again. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ScriptInput } from "../../src/testing/scripted-model/script.ts";
import { openProject } from "../fixtures/axis.ts";
import { environmentOf, rehearse, requestsOf } from "./rehearsed-project.ts";

const task = 'This is the scenario "repair". Write hello into hello.txt.';
const usage = { input: 100, output: 20 };
const shell = (command: string) => ({ calls: [{ tool: "shell" as const, command }], usage });

/** The third step is the answer to the repair turn: an agent that was started afresh would begin with the first again. */
const script: ScriptInput = {
  conversations: [
    {
      name: "repair",
      when: { text: 'This is the scenario "repair"', tools: true },
      steps: [
        { text: "I write it.", ...shell("echo helo > hello.txt") },
        { text: "Done.", usage },
        { text: "A letter is missing.", ...shell("echo hello > hello.txt") },
        { text: "Repaired.", usage },
      ],
    },
  ],
};

/** As it stands in the text of a request. */
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

describe.each(["claude-code", "codex"])("%s", (agent) => {
  test("goes on in its own session, and the gate passes", async () => {
    await using project = await openProject({
      "axis.config.json": { agents: [agent], env: { agent: ["CLAUDE_CODE_MAX_RETRIES"] }, settings: { retries: 0 } },
      "script.json": script,
      "scenarios/repair.json": {
        name: "Repair",
        prompt: task,
        judge: [{ check: "It is there", verify: { file: "hello.txt", exists: true } }],
        gates: [{ name: "spelling", command: "grep -x hello hello.txt", repair_loops: 1 }],
        artifacts: ["hello.txt"],
        limits: { time_minutes: 10 },
      },
    });
    const ran = await project.axis([...rehearse], { env: environmentOf() });
    expect({ code: ran.code, stderr: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, stderr: "" });
    const [result] = (await project.stored()).results;
    const detail = await project.detail(result?.file ?? "");
    expect(detail.turns).toMatchObject([
      { turn: 0, start: "task", status: "completed" },
      { turn: 1, start: "resumed", repairs: "spelling", status: "completed" },
    ]);
    expect(detail.gates?.map(({ turn, passed }) => [turn, passed])).toEqual([
      [0, false],
      [1, true],
    ]);
    expect(detail.outcome).toEqual({ status: "completed", result: "Repaired." });
    // Codex reports the tokens of the whole session in its second turn, Claude Code those of the turn.
    expect(detail.tokenUsage).toMatchObject({ input: 400, output: 80 });
    expect(result?.scorecard?.axes).toMatchObject({ completion: { score: 100 }, error_rate: { score: 50 } });
    const copy = detail.artifacts?.[0]?.file ?? "";
    expect(await readFile(join(await project.reportFolder(), copy), "utf8")).toBe("hello\n");

    const asked = (await requestsOf(project)).filter(({ conversation }) => conversation === "repair");
    expect(asked.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
    const told = JSON.stringify(asked[2]?.body);
    expect(told.includes(quoted('The gate "spelling" did not pass'))).toBe(true);
    expect(told.split(quoted(task)).length - 1).toBe(1);
  });
});
