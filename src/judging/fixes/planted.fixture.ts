/** For tests: a made-up project with twelve planted causes in 24 runs of three agents, and its repaired copy. */
import type { RunDetail } from "../../core/report/run-detail.ts";
import {
  buildScoredRun,
  type CallParts,
  fetched,
  playCalls,
  type ScoredRunParts,
  shell,
} from "./scored-run.fixture.ts";

const agents = ["mini-agent", "opus-agent", "flash-agent"] as const;

/** What a run does when nothing is in its way. */
const plainWork: readonly CallParts[] = [
  { tool: "Read", input: { file_path: "src/app.ts" }, output: "export const app = start();" },
  { tool: "Edit", input: { file_path: "src/app.ts", content: "handle errors" }, output: "Edited." },
  shell("npm test", "12 tests passed"),
];

const large = Array.from({ length: 400 }, (_, line) => `entry${line} zulu${line * 7}`).join("\n");

type Planted = Omit<ScoredRunParts, "scenario" | "agent" | "trial" | "entries"> & {
  readonly calls: readonly CallParts[];
};

/** By scenario: what each of the three agents runs into. The prompt of each run says where it works. */
const planted: Readonly<Record<string, (agent: number) => Planted>> = {
  "docs/reference": () => ({
    // 1: a page that is gone, which every agent guesses; none finds another way.
    calls: [fetched("https://docs.acme.dev/api/v1/reference", "404 Not Found", { httpStatus: 404 })],
    checks: { "The client is written from the reference": 0 },
  }),
  "api/search": (agent) => ({
    // 2: a limit; one agent never gets past it.
    calls: [
      shell("curl -si https://api.acme.dev/v1/search?q=refund", "HTTP/2 429 \r\n\r\nslow down"),
      ...(agent === 2 ? [] : [shell("curl -si https://api.acme.dev/v1/search?q=refund", "HTTP/2 200 \r\n\r\n{}")]),
    ],
  }),
  "api/status": () => ({
    // 3: a service that is down.
    calls: [
      shell("curl -sf https://api.acme.dev/v2/status", "curl: (22) The requested URL returned error: 503", {
        exitCode: 22,
      }),
    ],
  }),
  "api/payments": (agent) => ({
    calls: [
      // 4: a tool whose arguments are hard to guess.
      {
        tool: "mcp__acme__create_payment",
        input: { amount: "12.50" },
        output: "Invalid arguments: amount must be an integer number of cents",
        isError: true,
      },
      { tool: "mcp__acme__create_payment", input: { amount: 1250 }, output: '{"id":"pay_1"}' },
      // 12: a server error, at an address with the ids of each run.
      shell(
        `curl -si https://api.acme.dev/v2/payments/pay_8fj2k1m${agent}/refunds/${4711 + agent}`,
        "HTTP/2 500 \n\noops",
      ),
    ],
  }),
  "cli/deploy": () => ({
    calls: [
      // 5: an option that every agent expects.
      shell("cd app && npx -y acme@2 deploy --preview", "error: unknown option '--preview'", { exitCode: 2 }),
      shell("cd app && npx -y acme@2 deploy --env preview", "deployed"),
    ],
  }),
  "cli/install": () => ({
    // 6: a command that is not there.
    calls: [shell("acmectl login --token x", "bash: line 1: acmectl: command not found", { exitCode: 127 })],
  }),
  "api/reports": () => ({
    calls: [
      // 7: a slow endpoint.
      shell("curl -s https://api.acme.dev/v2/reports/2026", "{}", { ms: 31_000 }),
      // 9: an answer that is far too large.
      shell("acme logs --all", large),
    ],
  }),
  "docs/quickstart": (agent) => ({
    calls: [
      // 8: a page that is read twice.
      fetched("https://docs.acme.dev/quickstart", "Install it, sign in, deploy."),
      fetched("https://docs.acme.dev/quickstart", "Install it, sign in, deploy."),
    ],
    // 10: a check that two agents miss. 11: the third gives up.
    checks: { "The request is answered with 200": agent === 2 ? 10 : 0, "The token is kept secret": 10 },
    ...(agent === 2
      ? { outcome: { status: "failed", code: "agent", message: "I cannot sign in without a browser." } as const }
      : {}),
  }),
};

/** One run per scenario and agent. */
export async function buildPlantedRuns(): Promise<RunDetail[]> {
  return await buildRuns(({ calls, ...parts }) => ({ ...parts, calls: [...calls, ...plainWork] }));
}

/** The same scenarios and agents, with nothing in their way. */
export async function buildCleanRuns(): Promise<RunDetail[]> {
  return await buildRuns(() => ({ calls: plainWork.slice(1) }));
}

async function buildRuns(change: (planted: Planted) => Planted): Promise<RunDetail[]> {
  const runs = Object.entries(planted).flatMap(([scenario, plant]) =>
    agents.map((agent, index) => {
      const { calls, ...parts } = change(plant(index));
      const prompt = "Handle errors in src/app.ts so that the 12 tests passed.";
      return buildScoredRun({ scenario, agent, prompt, entries: playCalls(calls), ...parts });
    }),
  );
  return await Promise.all(runs);
}
