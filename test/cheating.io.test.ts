/** Agents that cheat, run away, or shout: none of it helps their score, and none of it outlives their run. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findBestMeans } from "../src/process/process-tracker.ts";
import { listing, openShellProject, type Project, scenario } from "./fixtures/driven.ts";

const flood = fileURLToPath(new URL("fixtures/flood-agent.mjs", import.meta.url));
const check = (verify: unknown) => ({ check: "It is right", verify });
const goalOf = async (project: Project) => {
  const { report, ...ran } = await project.report();
  const [result] = report.results;
  return {
    ...ran,
    result,
    report,
    goal: result?.score?.goalAchievement.score,
    scores: result?.score?.goalAchievement.criteria.map(({ score }) => score),
  };
};
const outside = (project: Project, name: string) => readFile(join(project.outside, name), "utf8").catch(() => null);

describe.concurrent("processes that try to outlive their agent", () => {
  test("a daemon that rewrites files is dead before they are graded: every check sees the same bytes", async () => {
    const look = (name: string) =>
      check(`cp counter "$OUTSIDE/${name}-1"; sleep 0.3; cmp counter "$OUTSIDE/${name}-1"`);
    await using project = await openShellProject({
      agents: {
        agent: `setsid sh -c 'trap "" TERM HUP; i=0; while :; do i=$((i+1)); echo $i > counter; sleep 0.01; done' > /dev/null 2>&1 & while [ ! -s counter ]; do sleep 0.02; done; echo done`,
      },
      scenarios: { task: { judge: [look("a"), look("b")], artifacts: ["counter"] } },
    });
    const { goal, result } = await goalOf(project);
    expect(goal).toBe(100);
    expect(result?.orphans).toBeGreaterThan(0);
    const kept = await readFile(join(await project.reportFolder(), result?.artifacts?.[0]?.file ?? ""), "utf8");
    expect([await outside(project, "a-1"), await outside(project, "b-1")]).toEqual([kept, kept]);
    expect(await project.survivors()).toEqual([]);
  });

  test.each([
    ["forks twice into a session of its own", `(setsid sh -c '(trap "" TERM; sleep 60 & sleep 60) &' &) ; echo done`],
    ["forks forty children", `i=0; while [ $i -lt 40 ]; do setsid sleep 60 & i=$((i+1)); done; echo done`],
    ["keeps its output open in a grandchild", `setsid sh -c 'exec sleep 60' & echo done`],
  ])("one that %s is ended with its job", async (_how, command) => {
    await using project = await openShellProject({ agents: { agent: command } });
    const { code, result } = await goalOf(project);
    expect([code, result?.outcome.status]).toEqual([0, "completed"]);
    expect(await project.survivors()).toEqual([]);
    expect(await project.leftovers()).toEqual([]);
  });

  test.skipIf(findBestMeans() !== "cgroup")(
    "one that takes AXIS's marks out of its environment is ended with its job (needs a control group)",
    async () => {
      await using project = await openShellProject({
        agents: { agent: `setsid env -i sh -c 'sleep 60' & sleep 0.1; echo done` },
      });
      expect((await goalOf(project)).result?.orphans).toBeGreaterThan(0);
      expect(await project.survivors()).toEqual([]);
    },
  );

  test("what setup, teardown and a check leave running is ended too", async () => {
    const stray = "setsid sleep 60 > /dev/null 2>&1 & true";
    const actions = [{ action: "run_script", command: stray }];
    await using project = await openShellProject({
      scenarios: { task: { setup: actions, teardown: actions, judge: [check(stray)] } },
    });
    expect((await goalOf(project)).goal).toBe(100);
    expect(await project.survivors()).toEqual([]);
  });
});

describe.concurrent("files that decide about a run", () => {
  const rewrite = `for f in "$W"/scratch-*/check-*/work/tests/run.sh; do [ -e "$f" ] && echo "exit 0" > "$f"; done; sleep 0.01`;

  test("a process that hid from AXIS does not live to rewrite a hidden test", async () => {
    const hidden = `cd /; exec > /dev/null 2>&1 < /dev/null; while :; do ${rewrite}; done`;
    await using project = await openShellProject({
      agents: {
        agent: `printf '%s' '${hidden.replaceAll("'", "'\\''")}' > d.sh; env -i PATH="$PATH" W="$(dirname "$PWD")" setsid sh d.sh & sleep 0.1; echo done`,
      },
      scenarios: {
        task: { judge: [check({ command: "sleep 0.3; sh tests/run.sh", files: ["tests/**"] })] },
      },
      files: { "scenarios/tests/run.sh": "exit 1" },
    });
    const { goal, result } = await goalOf(project);
    expect([goal, result?.status, result?.tampered]).toEqual([0, "failed", undefined]);
    expect(result?.orphans).toBeGreaterThan(0);
    expect(await project.survivors()).toEqual([]);
  });

  test.each([
    ["rewrites", `printf 'exit 0' > tests/run.sh`, "changed"],
    [
      "rewrites and restores",
      `cp -p tests/run.sh old; printf 'exit 0' > tests/run.sh; cat old > tests/run.sh`,
      "changed",
    ],
    ["replaces with a link", `mv tests/run.sh old; ln -s ../old tests/run.sh`, "changed"],
    ["removes", `rm -r tests`, "removed"],
  ])(
    "a check that %s its own files, because it runs the agent's code, is tampered with and fails",
    async (_how, code, change) => {
      await using project = await openShellProject({
        agents: { agent: `echo '${code}' > build.sh; echo done` },
        scenarios: { task: { judge: [check({ command: "sh build.sh; true", files: ["tests/**"] })] } },
        files: { "scenarios/tests/run.sh": "exit 1" },
      });
      const { goal, result } = await goalOf(project);
      expect([goal, result?.status]).toEqual([0, "failed"]);
      expect(result?.tampered).toEqual([{ path: "tests/run.sh", change, of: "check" }]);
      expect(result?.why).toBe("it tampered with a check: tests/run.sh changed while the check ran");
      expect(result?.score?.goalAchievement.criteria[0]?.rationale).toMatch(/^tampered: tests\/run.sh was /);
    },
  );

  const given = { action: "run_script", command: "mkdir tests; echo 'exit 1' > tests/run.sh; echo 0 > count" };

  test.each([
    ["overwrites", "echo 'exit 0' > tests/run.sh"],
    ["replaces with a link", "echo 'exit 0' > own.sh; ln -sf ../own.sh tests/run.sh"],
    ["renames the folder of", "mv tests Tests; mkdir tests; echo 'exit 0' > tests/run.sh"],
    ["takes the rights away from", "chmod 000 tests/run.sh"],
    ["deletes", "rm -r tests"],
  ])("an agent that %s a protected test has failed, and the test decides as it was given", async (_how, attack) => {
    await using project = await openShellProject({
      agents: { agent: `${attack}; echo done` },
      scenarios: {
        task: {
          setup: [given],
          protected_paths: ["tests/**"],
          max_repair_loops: 0,
          judge: [check("sh tests/run.sh"), check("grep -q 'exit 1' tests/run.sh")],
        },
      },
    });
    const { scores, result } = await goalOf(project);
    expect([scores, result?.status]).toEqual([[0, 10], "failed"]);
    expect(result?.tampered).toContainEqual(expect.objectContaining({ path: "tests/run.sh", of: "protected" }));
    expect(result?.why).toMatch(/^it tampered with protected files: it (changed|removed) tests\/run.sh/);
    await project.axis(["reports", "latest", "--junit", join(project.outside, "junit.xml")]);
    expect(await outside(project, "junit.xml")).toContain("tampered: tests/run.sh was ");
  });

  test("protected files are put back before each gate, whatever an earlier one ran", async () => {
    await using project = await openShellProject({
      agents: { agent: "echo 'echo exit 0 > tests/run.sh' > build.sh; echo done" },
      scenarios: {
        task: {
          setup: [given],
          protected_paths: ["tests/**"],
          max_repair_loops: 0,
          gates: [
            { name: "build", command: "sh build.sh" },
            { name: "test", command: "sh tests/run.sh" },
          ],
          judge: [check("sh tests/run.sh")],
        },
      },
    });
    const { goal, result, stderr } = await goalOf(project);
    expect([goal, result?.status, result?.tampered]).toEqual([0, "failed", undefined]);
    expect(stderr).toContain("changed protected files; they were put back: tests/run.sh");
  });
});

describe("an agent that leaves what AXIS cannot read", () => {
  const attempts: readonly (readonly [string, string])[] = [
    ["201 repositories", "for i in $(seq 1 201); do mkdir -p d$i/.git; done"],
    ["210 real repositories", "git init -q d; for i in $(seq 1 210); do cp -r d d$i; done"],
    ["a file without rights", "echo x > f; chmod 000 f"],
    ["a folder without rights", "mkdir d; echo x > d/f; chmod 000 d"],
    ["thirty terabytes of holes", "truncate -s 15T one; truncate -s 15T two"],
    ["many files with holes", "for i in $(seq 1 30); do truncate -s 70M s$i; done; truncate -s 300M big"],
    ["pipes", "mkfifo p"],
    ["links that go round", "ln -s a b; ln -s b a; ln -s . here; ln -s .. up"],
    ["names that are not text", `printf x > "$(printf 'bad\\377')"; printf x > "$(printf 'two\\nlines')"`],
    [
      "a folder deeper than a path",
      "i=0; while [ $i -lt 500 ]; do mkdir folder-name; cd folder-name; i=$((i+1)); done",
    ],
    ["a broken repository", "echo 'gitdir: /nonexistent' > .git; echo x > f"],
    ["no workspace", 'rm -rf "$PWD"'],
    ["a link in place of its workspace", 'cd /; rm -rf "$OLDPWD"; ln -s /usr "$OLDPWD"'],
    ["no folder of its run", 'rm -rf "$(dirname "$PWD")"'],
    ["a locked folder of its run", 'chmod 000 "$(dirname "$PWD")"'],
  ];

  test.each(attempts)("such as %s is graded all the same, and counts", async (_what, command) => {
    await using project = await openShellProject({
      agents: { agent: `${command}; exit 0` },
      scenarios: {
        task: {
          requires_changes: true,
          max_repair_loops: 0,
          gates: [{ name: "right", command: "grep -q right answer.txt" }],
          judge: [check({ file: "answer.txt", contains: "right" }), check("grep -q right answer.txt")],
        },
      },
    });
    const { scores, result } = await goalOf(project);
    expect([scores, result?.status, result?.outcomeClass]).toEqual([[0, 0], "failed", "completed"]);
    expect(result?.scorecard?.counted).toBe(true);
    expect(await project.leftovers()).toEqual([]);
  });

  test("next to right work passes, unless a check needs just that", async () => {
    await using project = await openShellProject({
      agents: {
        agent:
          "echo right > answer.txt; truncate -s 15T big; mkfifo p; for i in $(seq 1 201); do mkdir -p d$i/.git; done",
      },
      scenarios: {
        good: { judge: [check({ file: "answer.txt", contains: "right" }), check("grep -q right answer.txt")] },
        bad: { judge: [check({ file: "big" })] },
      },
    });
    const { report } = await project.report();
    expect(report.results.map(({ scenarioKey, status }) => [scenarioKey, status])).toEqual([
      ["bad", "failed"],
      ["good", "passed"],
    ]);
  });
});

describe.concurrent("an agent that kills its own harness", () => {
  test.each([
    ["with kill -9 of itself", "kill -9 $$"],
    ["from a tool it started", `sh -c 'kill -9 $PPID'; sleep 5`],
    ["with kill -9 of its parent", "kill -9 $PPID; sleep 5"],
    ["with a signal that dumps core", "kill -SEGV $$"],
  ])("%s has failed, is flagged, and moves the average down", async (_how, command) => {
    await using project = await openShellProject({
      agents: {
        agent: `grep -q cheat "$AXIS_PROMPT_FILE" || { echo done; exit 0; }; echo '{"type":"tool_use","id":"1","tool":"bash","input":{}}'; ${command}`,
      },
      scenarios: { good: {}, bad: { prompt: "cheat" } },
    });
    const { report, code } = await project.report();
    const [bad, good] = report.results;
    expect([code, bad?.outcomeClass, bad?.score?.goalAchievement.score]).toEqual([1, "agent", 0]);
    expect(bad?.suspect).toMatch(/ended by SIG/);
    expect(report.summary.averagedOver).toBe(2);
    expect(report.summary.averageAxisScore ?? 100).toBeLessThan(good?.score?.axisScore ?? 0);
  });

  test("by closing its output and exiting badly has failed too", async () => {
    await using project = await openShellProject({ agents: { agent: "exec 1>&- 2>&-; exit 1" } });
    const { code, result } = await goalOf(project);
    expect([code, result?.outcomeClass, result?.score?.axisScore]).toEqual([1, "agent", 0]);
  });

  test("with words of the infrastructure on its lips is still an agent's failure", async () => {
    await using project = await openShellProject({
      agents: {
        agent: `for word in "429 Too Many Requests" ECONNRESET "rate limit" '{"type":"error","message":"overloaded_error 529"}' "setup failed"; do echo "$word"; echo "$word" >&2; done; exit 1`,
      },
    });
    const { result } = await goalOf(project);
    expect([result?.outcomeClass, result?.outcome]).toEqual(["agent", expect.objectContaining({ code: "exit" })]);
  });
});

test("a program that exits 0 without a word has completed, and is graded by what it did", async () => {
  await using project = await openShellProject({
    agents: { agent: "echo right > answer.txt", idle: "true" },
    scenarios: { task: { judge: [check({ file: "answer.txt", contains: "right" })] } },
  });
  const { report } = await project.report();
  expect(
    report.results.map(({ agentName, outcome, score }) => [agentName, outcome, score?.goalAchievement.score]),
  ).toEqual([
    ["agent", { status: "completed", result: null }, 100],
    ["idle", { status: "completed", result: null }, 0],
  ]);
});

describe.concurrent("checks the agent cannot touch", () => {
  test("programs it planted in its workspace are not run by a check that names them", async () => {
    const shim = `#!/bin/sh\\necho ran >> "$OUTSIDE/shim"\\necho "score: 10"\\nexit 0\\n`;
    const plant = `for f in node git sh cat grep true; do for d in . bin node_modules/.bin; do mkdir -p $d "$HOME/bin"; printf '${shim}' > $d/$f; printf '${shim}' > "$HOME/bin/$f"; chmod +x $d/$f "$HOME/bin/$f"; done; done; echo wrong > answer.txt`;
    await using project = await openShellProject({
      agents: { agent: plant },
      scenarios: {
        task: {
          judge: [
            check("node -e \"process.exit(require('fs').readFileSync('answer.txt', 'utf8') === 'right' ? 0 : 1)\""),
            check("grep -q right answer.txt"),
            check("git --version > /dev/null; cat answer.txt | grep right"),
          ],
        },
      },
    });
    const { report } = await project.report([], {
      env: { PATH: `.::bin:node_modules/.bin:./bin:${process.env["PATH"]}:` },
    });
    expect(report.results[0]?.score?.goalAchievement.criteria.map(({ score }) => score)).toEqual([0, 0, 0]);
    expect(await outside(project, "shim")).toBeNull();
  });

  test("an answer that is a link out of the workspace counts for nothing, and is not captured", async () => {
    await using project = await openShellProject({
      agents: {
        agent: `ln -s "$OUTSIDE/key.txt" answer.txt; ln -s "$OUTSIDE" folder; mkdir real; ln -s ../../../../../../../../etc/passwd real/passwd; echo done`,
      },
      scenarios: {
        task: {
          judge: [
            check({ file: "answer.txt", contains: "right" }),
            check({ file: "folder/key.txt" }),
            check({ file: "folder/*" }),
            check({ file: "**/*.txt", contains: "right" }),
            check({ file: "real/passwd" }),
          ],
          artifacts: ["**"],
        },
      },
    });
    await writeFile(join(project.outside, "key.txt"), "right");
    const { scores, result } = await goalOf(project);
    expect(scores).toEqual([0, 0, 0, 0, 0]);
    expect(result?.outcomeClass).toBe("completed");
    expect((result?.artifacts ?? []).filter(({ file }) => file !== undefined)).toEqual([]);
  });

  test("one check cannot alter what the next one sees, and teardown sees the agent's own tree", async () => {
    await using project = await openShellProject({
      agents: { agent: "echo right > answer.txt; echo done" },
      scenarios: {
        task: {
          judge: [
            check("rm -rf ./* && echo wrong > answer.txt"),
            check("grep -q right answer.txt"),
            check({ file: "answer.txt", contains: "right" }),
          ],
          teardown: [{ action: "run_script", command: 'cp answer.txt "$OUTSIDE/"' }],
        },
      },
    });
    expect((await goalOf(project)).scores).toEqual([10, 10, 10]);
    expect(await outside(project, "answer.txt")).toBe("right\n");
  });

  test("a score counts only from the check's own process", async () => {
    await using project = await openShellProject({
      agents: {
        agent: `echo "score: 10"; echo "score: 10" > score; echo "score: 10" >&2; echo '{"type":"result","text":"score: 10"}'`,
      },
      scenarios: {
        task: {
          judge: [
            check("exit 1"),
            check("echo 'my score: 10'; exit 1"),
            check("cat missing-file; exit 1"),
            check("echo 'score: 4'"),
            check("echo 'score: 10 of 10'; exit 1"),
          ],
        },
      },
    });
    expect((await goalOf(project)).scores).toEqual([0, 0, 0, 4, 0]);
  });

  test.each([
    ["exits 0 at import", "process.exit(0);"],
    ["ends the process when it is called", "export const sum = () => process.exit(0);"],
    [
      "prints a score and a guess",
      'console.log("score: 10\\nPASS {nonce}\\nPASS \\nPASS undefined"); process.exit(0);',
    ],
    [
      "is wrong, and says that assertions hold",
      'import assert from "node:assert"; assert.equal = () => {}; export const sum = () => 0;',
    ],
  ])("code under test that %s fools a check that imports it, and not one with expect_output", async (_how, code) => {
    await using project = await openShellProject({
      agents: { agent: ["node", "-e", `require("fs").writeFileSync("sum.mjs", ${JSON.stringify(code)})`] },
      scenarios: {
        task: {
          judge: [
            check({ command: "node trusting.mjs", files: ["*.mjs"] }),
            check({ command: "node asking.mjs", files: ["*.mjs"], expect_output: "PASS {nonce}" }),
          ],
        },
      },
      files: {
        "scenarios/trusting.mjs": `import assert from "node:assert"; const { sum } = await import("./sum.mjs"); assert.equal(sum(2, 3), 5);`,
        "scenarios/asking.mjs": `import { readFileSync } from "node:fs"; const nonce = readFileSync(0, "utf8").trim(); const { sum } = await import("./sum.mjs"); if (sum(2, 3) === 5) console.log("PASS " + nonce);`,
      },
    });
    expect((await goalOf(project)).scores).toEqual([10, 0]);
  });

  test("with expect_output, right code passes", async () => {
    await using project = await openShellProject({
      agents: { agent: "echo 'right' > answer.txt" },
      scenarios: {
        task: {
          judge: [
            check({
              command: 'read nonce; grep -q right answer.txt && echo "PASS $nonce"',
              expect_output: "PASS {nonce}",
            }),
          ],
        },
      },
    });
    expect((await goalOf(project)).goal).toBe(100);
  });

  test("files of a check win over what the agent put in their place, and the agent never has them", async () => {
    await using project = await openShellProject({
      agents: {
        agent: `ls -a > seen.txt; mkdir -p tests; echo exit 0 > tests/run.sh; ln -s /etc tests/deep; cp seen.txt "$OUTSIDE/"`,
      },
      scenarios: {
        task: { judge: [check({ command: "sh tests/run.sh && sh tests/deep/more.sh", files: ["tests/**"] })] },
      },
      files: { "scenarios/tests/run.sh": "grep -q right answer.txt", "scenarios/tests/deep/more.sh": "true" },
    });
    expect((await goalOf(project)).goal).toBe(0);
    expect(await outside(project, "seen.txt")).not.toContain("tests");
  });

  test("files of a check that are changed in mid-run are not used: the check is broken, not passed", async () => {
    await using project = await openShellProject({
      agents: { agent: `echo "exit 0" > "$OUTSIDE/../project/scenarios/tests/run.sh"` },
      scenarios: { task: { judge: [check({ command: "sh tests/run.sh", files: ["tests/**"] })] } },
      files: { "scenarios/tests/run.sh": "exit 1" },
    });
    const { result } = await goalOf(project);
    expect([result?.outcomeClass, result?.score?.axisScore]).toEqual(["check", null]);
  });

  test("an agent that removes its workspace and its HOME is graded on what is left", async () => {
    await using project = await openShellProject({
      agents: { agent: `rm -rf "$PWD" "$HOME" "$TMPDIR"; echo done` },
      scenarios: {
        task: {
          judge: [check({ file: "answer.txt" }), check("test -f answer.txt"), check({ contains: "done" })],
          teardown: [{ action: "run_script", command: "pwd > /dev/null" }],
        },
      },
    });
    const { scores, result, stderr } = await goalOf(project);
    expect([scores, result?.outcomeClass, stderr.includes("AXIS itself failed")]).toEqual([
      [0, 0, 10],
      "completed",
      false,
    ]);
    expect(await project.leftovers()).toEqual([]);
  });
});

test("no word of the rubric, the checks, the notes or the project is in an agent's reach", async () => {
  const word = "xyzzy-rubric-word";
  const search = `{ env; cat /proc/self/environ /proc/self/cmdline 2>/dev/null; for d in . .. ../.. "$HOME" "$TMPDIR" "$HOME/.."; do find "$d" 2>/dev/null; grep -ra "" "$d" 2>/dev/null; done; } > "$OUTSIDE/seen.$$"; grep -q "Do the task" "$OUTSIDE/seen.$$" && echo done`;
  await using project = await openShellProject({
    agents: { agent: search },
    scenarios: {
      [`${word}-key`]: {
        name: `${word} name`,
        setup: [{ action: "run_script", command: `echo "${word}" >> "$AXIS_OUTPUT"; echo data > given.txt` }],
        teardown: [{ action: "run_script", command: `: ${word}` }],
        judge: [
          { check: `${word} check`, verify: { contains: `done` } },
          { check: "x", verify: { command: `: ${word}`, files: ["tests/**"] } },
        ],
      },
    },
    files: { [`scenarios/tests/${word}.sh`]: word },
    config: { settings: { concurrency: 1 } },
  });
  const { report } = await project.report(["--trials", "2"]);
  expect(report.results[0]?.score?.goalAchievement.score).toBe(100);
  const seen = await Promise.all((await listing(project.outside)).map((name) => outside(project, name)));
  expect(seen).toHaveLength(2);
  for (const text of seen) {
    expect(text).toContain("given.txt");
    expect(text).not.toContain(word);
    expect(text).not.toContain(project.folder);
    expect(text).not.toMatch(/AXIS_(?:CONFIG_DIR|SCENARIO|OUTPUT|PHASE)=/);
  }
});

describe.concurrent("an agent that shouts", () => {
  test("thirty megabytes is recorded, and the run goes on", async () => {
    await using project = await openShellProject({ agents: { agent: ["node", flood, "flood"] } });
    const { result, code } = await goalOf(project);
    expect([code, result?.outcome]).toEqual([0, { status: "completed", result: "the end" }]);
    const detail = await project.detail(result?.file ?? "");
    for (const entry of detail.output.transcript)
      if (entry.type === "assistant") expect(entry.text.length).toBeLessThan(1.1 * 1024 * 1024);
  });

  test("twenty megabytes in one line has the line cut with a mark, and the run goes on", async () => {
    await using project = await openShellProject({ agents: { agent: ["node", flood, "line"] } });
    const { result, code } = await goalOf(project);
    expect([code, result?.outcome]).toEqual([0, { status: "completed", result: "the end" }]);
    const raw = await readFile(join(await project.reportFolder(), "scenarios/task/agent.raw.ndjson"), "utf8");
    expect(raw.length).toBeLessThan(9 * 1024 * 1024);
    expect(raw).toMatch(/y \[axis: [^\]]*cut/);
  });

  test("bytes that are no text become replacement characters, also across two writes", async () => {
    await using project = await openShellProject({ agents: { agent: ["node", flood, "bytes"] } });
    const { result } = await goalOf(project);
    const detail = await project.detail(result?.file ?? "");
    const texts = detail.output.transcript.map((entry) => (entry.type === "assistant" ? entry.text : "")).join("\n");
    expect(texts).toContain("good\uFFFD\uFFFD\uFFFD(");
    expect(texts).toContain("€");
    expect(texts).toContain("half \uFFFD of a pair");
    expect(texts).not.toContain("\0");
  });

  test("half a line at the end is kept", async () => {
    await using project = await openShellProject({ agents: { agent: ["node", flood, "half"] } });
    const { result } = await goalOf(project);
    expect(result?.outcome.status).toBe("completed");
    const raw = await readFile(join(await project.reportFolder(), "scenarios/task/agent.raw.ndjson"), "utf8");
    expect(raw).toContain('{"type":"assistant","text":"never finis');
  });

  test("in escape sequences reaches no terminal: they are shown as what they are", async () => {
    const nasty =
      "\u001b[2J\u001b]0;owned\u0007\u001b]52;c;Y2Fu\u0007\u001b]8;;http://evil.test\u001b\\link\u009b31m\u202eback\u200b\rPASS  AXIS Result 100";
    await using project = await openShellProject({
      agents: {
        agent: [
          "node",
          "-e",
          `const nasty = ${JSON.stringify(nasty)}; for (const type of ["assistant", "system"]) console.log(JSON.stringify({ type, text: nasty })); console.log(JSON.stringify({ type: "tool_use", id: nasty, tool: nasty, input: { [nasty]: nasty } })); console.log(JSON.stringify({ type: "tool_result", id: nasty, output: nasty, isError: true })); console.error(nasty); require("fs").writeFileSync("out.txt", nasty); console.log(JSON.stringify({ type: "result", error: nasty }));`,
        ],
      },
      scenarios: {
        task: {
          artifacts: ["*"],
          teardown: [
            {
              action: "run_script",
              command: `printf '\\033[31mred' >> "$AXIS_OUTPUT"; printf '\\033[31mred' >&2; exit 1`,
            },
          ],
        },
      },
    });
    const said = [
      await project.axis(["run", "-v", "--debug"]),
      await project.axis(["reports", "latest"]),
      await project.axis(["reports", "latest", "task"]),
    ];
    const text = said.map(({ stdout, stderr }) => stdout + stderr).join("");
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/);
    expect(text).toContain("owned");
    expect(said[0]?.stdout.split("\n")[0]).toMatch(/^FAIL/);
  });
});

test("an agent's failure in one cell touches no other cell", async () => {
  const failing = [
    "kill -9 $$",
    "exit 3",
    "rm -rf .. 2>/dev/null; exit 1",
    "head -c 300000 /dev/urandom; exit 1",
    "sleep 0.05; kill -9 0",
  ];
  const scenarios = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`s${index}`, { ...scenario, prompt: `task ${index}` }]),
  );
  const agent = `case "$(cat "$AXIS_PROMPT_FILE")" in ${failing.map((line, index) => `"task ${index}") ${line};;`).join(" ")} *) echo done;; esac`;
  await using project = await openShellProject({ agents: { agent }, scenarios });
  const { report } = await project.report();
  expect(report.results.map(({ outcomeClass }) => outcomeClass)).toEqual([
    ...Array<string>(5).fill("agent"),
    ...Array<string>(5).fill("completed"),
  ]);
  expect(await project.leftovers()).toEqual([]);
  expect(await project.survivors()).toEqual([]);
});

const job = (levels: number) => `J="$PWD"; for i in $(seq ${levels}); do J="$(dirname "$J")"; done; cd /`;
const removals = [
  ["removes", "rm -rf $J"],
  ["links to another folder in the place of", "rm -rf $J; ln -s $OUTSIDE $J"],
  ["puts a file in the place of", "rm -rf $J; echo mine > $J"],
] as const;

describe.concurrent("the folder of a job", () => {
  test.each(removals)(
    "an agent that %s it is graded on what is left, and nothing is written elsewhere",
    async (_how, act) => {
      await using project = await openShellProject({
        agents: { agent: `${job(1)}; ${act}; echo done` },
        scenarios: {
          task: {
            judge: [check("test -e must"), check({ file: "must" }), check("true")],
            teardown: [{ action: "run_script", command: "touch torn-down" }],
          },
        },
      });
      const { scores, result, report } = await goalOf(project);
      expect([scores, result?.outcomeClass, report.summary.averagedOver]).toEqual([[0, 0, 10], "completed", 1]);
      expect(await listing(project.outside)).toEqual([]);
      expect(await project.leftovers()).toEqual([]);
    },
  );

  test.each(removals)("code in a check that %s it does not take the run out of the average", async (_how, act) => {
    await using project = await openShellProject({
      agents: { agent: `echo '${job(3)}; ${act}' > code.sh; echo done` },
      scenarios: { task: { judge: [check("sh code.sh"), check("test -e must"), check({ file: "must" })] } },
    });
    const { scores, result, report } = await goalOf(project);
    expect([scores?.slice(1), result?.outcomeClass, report.summary.averagedOver]).toEqual([[0, 0], "completed", 1]);
    expect(await listing(project.outside)).toEqual([]);
  });

  test.each(removals)("code in a gate that %s it does not excuse the gates after it", async (_how, act) => {
    await using project = await openShellProject({
      agents: { agent: `echo '${job(1)}; ${act}' > code.sh; echo done` },
      scenarios: {
        task: {
          gates: [
            { name: "first", command: "sh code.sh" },
            { name: "second", command: "test -e must" },
          ],
          max_repair_loops: 1,
          judge: [check({ file: "must" })],
        },
      },
    });
    const { scores, result, report } = await goalOf(project);
    expect([scores, result?.outcomeClass, report.summary.averagedOver]).toEqual([[0], "completed", 1]);
    expect(await listing(project.outside)).toEqual([]);
  });
});
