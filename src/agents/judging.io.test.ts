/** An agent that judges may look and nothing else: no flag that skips permissions, the evidence readable. */
import { describe, expect, test } from "vitest";
import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import { gemini } from "./gemini/gemini.ts";
import { grantAny, grantReadOnly } from "./acp/acp-session.ts";
import { captureStart } from "./played-program.fixture.ts";

const judging = { evidence: "/somewhere/evidence" };

describe("an agent that judges", () => {
  test("claude-code reads in the folder of the evidence, and skips no permissions", async () => {
    const { args } = await captureStart(claudeCode, { prompt: "judge", judging });
    expect(args).not.toContain("--dangerously-skip-permissions");
    expect(args.join(" ")).toContain("--add-dir /somewhere/evidence --allowedTools Read,Grep,Glob -- judge");
  });

  test("without evidence it is given no further folder", async () => {
    const { args } = await captureStart(claudeCode, { prompt: "judge", judging: { evidence: null } });
    expect(args).not.toContain("--add-dir");
  });

  test("codex works in a sandbox that only reads", async () => {
    const { args } = await captureStart(codex, { prompt: "judge", judging });
    expect(args.join(" ")).toContain("--sandbox read-only");
  });

  test("gemini approves nothing by itself and may look into the evidence", async () => {
    const { args } = await captureStart(gemini, { prompt: "judge", judging });
    expect(args).not.toContain("--yolo");
    expect(args.join(" ")).toContain("--approval-mode default --include-directories /somewhere/evidence");
  });
});

describe("permissions over ACP", () => {
  const options = [
    { optionId: "always", kind: "allow_always" },
    { optionId: "once", kind: "allow_once" },
    { optionId: "no", kind: "reject_once" },
  ];

  test.each([
    ["read", "always"],
    ["search", "always"],
    ["execute", "no"],
    ["edit", "no"],
    [undefined, "no"],
  ])("a judge that wants to %s gets %s", (kind, optionId) => {
    expect(grantReadOnly(options, kind)).toEqual({ outcome: { outcome: "selected", optionId } });
  });

  test("where nothing refuses, a judge is not granted: the call is cancelled", () => {
    const willing = options.filter(({ kind }) => kind.startsWith("allow"));
    expect(grantReadOnly(willing, "execute")).toEqual({ outcome: { outcome: "cancelled" } });
    expect(grantAny(willing)).toEqual({ outcome: { outcome: "selected", optionId: "always" } });
  });
});
