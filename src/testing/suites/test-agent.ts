/** The contract of adapters, as a suite: `testAgent("mine", () => adapter, { completes: {...} })`. */
import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "../../core/agent.ts";
import { Stop } from "../../core/outcome.ts";
import {
  type AgentRunOptions,
  type AgentRunDeps,
  createAgentTask,
  pathOnlyEnv,
  runAgent,
  type TaskPart,
} from "../run-agent.ts";

export interface AgentContract extends AgentRunDeps {
  /** A task that the agent completes, with at least one entry. */
  readonly completes: TaskPart;
  /** A task that runs until stopped, after its first entry. Omit it if the agent cannot be stopped in the middle. */
  readonly endless?: TaskPart;
  /** A task whose program, or its equivalent, fails. */
  readonly fails?: TaskPart;
  /** A task whose program, or its equivalent, is not on this machine. */
  readonly absent?: TaskPart;
}

/** Runs the contract on an adapter. */
export function testAgent(name: string, make: () => AgentAdapter, contract: AgentContract): void {
  const run = (part: TaskPart, options: AgentRunOptions = {}) =>
    runAgent(make(), part, {
      processes: contract.processes,
      env: contract.env,
      ...options,
    });

  describe(`the agent ${name} fulfills the contract of adapters`, () => {
    test("it has a name in lower case", () => {
      expect(make().name).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
    });

    test("it completes a task, reports it, and emits at least one entry", async () => {
      const ran = await run(contract.completes);
      expect(ran.outcome).toMatchObject({ status: "completed" });
      expect(ran.entries.length).toBeGreaterThan(0);
      expect(ran.ready).toBe(true);
    });

    test("it emits nothing after its outcome", async () => {
      const ran = await run(contract.completes);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(ran.late()).toEqual([]);
    });

    test("it does not start if it was stopped before, and reports who stopped it", async () => {
      const abort = new AbortController();
      abort.abort(new Stop("user", "run", "stopped before it began"));
      const ran = await run(contract.completes, { abort });
      expect(ran.outcome).toEqual({ status: "stopped", by: "user", scope: "run", message: "stopped before it began" });
      expect(ran.entries).toEqual([]);
    });

    test.skipIf(contract.endless === undefined)(
      `it ends when it is stopped, and reports the given reason${formatSkipReason(contract.endless, "nothing to stop")}`,
      async () => {
        const abort = new AbortController();
        const stop = () => abort.abort(new Stop("time", "scenario", "reached 1 minute"));
        const ran = await run(contract.endless ?? {}, { abort, onEntry: stop });
        expect(ran.outcome).toEqual({ status: "stopped", by: "time", scope: "scenario", message: "reached 1 minute" });
      },
    );

    test.skipIf(contract.fails === undefined)(
      `it reports a failing program as an outcome and does not throw${formatSkipReason(contract.fails, "nothing can fail")}`,
      async () => {
        const ran = await run(contract.fails ?? {});
        expect(ran.outcome.status).toBe("failed");
        expect(ran.outcome).toHaveProperty("message", expect.stringMatching(/\S/));
      },
    );

    test.skipIf(contract.absent === undefined)(
      `it names what is missing on this machine, before the run or as "spawn" in it${formatSkipReason(contract.absent, "nothing to lack")}`,
      async () => {
        const task = createAgentTask(contract.absent ?? {}, "/");
        const sentences = (await make().missing?.(contract.env ?? pathOnlyEnv(), task)) ?? [];
        const { outcome } = await run(contract.absent ?? {});
        const code = outcome.status === "failed" ? outcome.code : outcome.status;
        expect(sentences.length > 0 ? sentences.join(" ") : code).toMatch(/^spawn$|\w+ \w+/);
        expect(outcome.status).toBe("failed");
      },
    );
  });
}

function formatSkipReason(part: TaskPart | undefined, reason: string): string {
  return part === undefined ? ` (skipped: ${reason})` : "";
}
