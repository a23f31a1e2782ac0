/** For the suites of servers that carry out runs: a project with an agent that works for a while, and the built server in it. */
import { setTimeout as sleep } from "node:timers/promises";
import { existsSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type Files, openProject, type Project, until, type Working } from "../fixtures/axis.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";

/** Says a line every tenth of a second and what it has cost, until it is told to go on; then it leaves a file. */
const maker = `
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
const outside = process.env.OUTSIDE;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export default {
  name: "maker",
  acceptsModel: false,
  async run(task, io) {
    const process = io.spawn("sleep", ["600"]);
    appendFileSync(join(outside, "starts"), task.scenarioKey + "\\n");
    io.usage({ input: 10, output: 5 }, 0.25);
    for (let count = 0; !existsSync(join(outside, "go")) && !io.abort.aborted; count += 1) {
      io.emit({ type: "assistant", text: "line " + count + " of secret-" + (io.env.THE_TOKEN ?? "none") });
      await pause(100);
    }
    appendFileSync(join(outside, "ends"), task.scenarioKey + "\\n");
    if (io.abort.aborted) return io.abort.reason.outcome();
    writeFileSync(join(io.workspace, "out.txt"), "made");
    return { status: "completed", result: "made out.txt" };
  },
};`;

const scenario = {
  name: "A task",
  prompt: "Make out.txt",
  gates: [{ name: "there", command: "cat out.txt" }],
  judge: [{ check: "It is there", verify: { file: "out.txt", exists: true } }],
};

export const files: Files = {
  "axis.config.json": {
    name: "Own",
    agents: [{ agent: "maker", name: "maker" }],
    adapters: { maker: "./maker.mjs" },
    env: ["OUTSIDE", "THE_TOKEN"],
    judging: { agents: ["rules"] },
    artifacts: ["out.txt"],
  },
  "maker.mjs": maker,
  "scenarios/task.json": scenario,
  "scenarios/other.json": { ...scenario, name: "Another task" },
};

export interface OwnServer extends AsyncDisposable {
  readonly working: Working;
  get<T>(path: string): Promise<T>;
  status(path: string): Promise<number>;
  post(path: string, body?: object): Promise<Response>;
  /** Asks for runs and gives their ids. */
  submit(body?: object): Promise<string[]>;
  /** Waits until the run is as it should be. */
  whenRun(id: string, isSo: (run: RunAnswer) => boolean): Promise<RunAnswer>;
  /** What the stream of events has said so far, as type and run. */
  readonly heard: { readonly type: string; readonly run: string | null }[];
  kill(): Promise<void>;
  /** Ends in good order; gives its exit code. */
  stop(): Promise<number | null>;
}

interface RunAnswer {
  readonly id: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly attempt: number;
  readonly report_id: string | null;
  readonly cost_micros: number | null;
  readonly lost_cost_micros: number;
  readonly stages: readonly { readonly name: string; readonly passed: boolean | null }[];
}

export interface Page<T> {
  readonly data: readonly T[];
}

export interface TranscriptEvent {
  readonly index: number;
  readonly event: { readonly text: string };
}

/** How often a server is asked: below what it allows, or it would make us wait for longer. */
export const askingMs = 250;

export const secret = "correct-horse-battery-17";

export interface EmptyDatabase extends AsyncDisposable {
  /** A project whose database already exists, since making one takes long. */
  openOwn(more?: Files): Promise<Project>;
}

export async function makeEmptyDatabase(): Promise<EmptyDatabase> {
  const made = await openProject(files);
  const { code, stderr } = await made.axis(["db", "migrate"]);
  if (code !== 0) throw new Error(stderr);
  return {
    async openOwn(more = {}) {
      const project = await openProject({ ...files, ...more });
      await cp(join(made.folder, ".axis", "db"), join(project.folder, ".axis", "db"), { recursive: true });
      return project;
    },
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  };
}

/** Starts the server and listens to its events. */
export async function startOwn(project: Project, flags: readonly string[] = []): Promise<OwnServer> {
  const working = project.start(["serve", "--port", "0", ...flags], { env: { THE_TOKEN: secret } });
  let said = "";
  working.child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  let ended: string | undefined;
  void working.ended.then(({ code, stderr }) => (ended = `it ended with ${code}: ${stderr}`));
  await until(() => said.includes("\n") || ended !== undefined);
  if (ended !== undefined) throw new Error(ended);
  const url = new URL(said.trim());
  const headers = {
    authorization: `Bearer ${url.hash.replace("#token=", "")}`,
    "content-type": "application/json",
  };
  const at = (path: string) => new URL(path, url.origin);
  /** Whoever asks too often is told to wait, and does. */
  const get = async <T>(path: string): Promise<T> => {
    for (;;) {
      const answer = await fetchAnew(at(path), { headers });
      if (answer.status !== 429) return (await answer.json()) as T;
      await sleep(Number(answer.headers.get("retry-after")) * 1_000);
    }
  };
  const post = (path: string, body: object = {}) =>
    fetchAnew(at(path), { method: "POST", headers, body: JSON.stringify(body) });
  const events = listen(at("/v1/events"), headers);
  const server: OwnServer = {
    working,
    get,
    status: async (path) => (await fetchAnew(at(path), { headers })).status,
    post,
    async submit(body = {}) {
      const wanted = { workspace: "own", scenario: "task", agent: "maker", ...body };
      const answer = await post("/v1/runs", wanted);
      if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as Page<{ id: string }>).data.map(({ id }) => id);
    },
    async whenRun(id, isSo) {
      let run = await get<RunAnswer>(`/v1/runs/${id}`);
      await until(async () => isSo((run = await get<RunAnswer>(`/v1/runs/${id}`))), askingMs);
      return run;
    },
    heard: events.heard,
    async kill() {
      working.child.kill("SIGKILL");
      await working.ended;
    },
    async stop() {
      working.child.kill("SIGTERM");
      return (await working.ended).code;
    },
    async [Symbol.asyncDispose]() {
      working.child.kill("SIGKILL");
      await working.ended;
      await events.over;
    },
  };
  await events.open;
  return server;
}

function listen(url: URL, headers: Record<string, string>) {
  const heard: { type: string; run: string | null }[] = [];
  let onOpen = () => {};
  const open = new Promise<void>((resolve) => (onOpen = resolve));
  const over = (async () => {
    const answer = await fetchAnew(url, { headers });
    onOpen();
    let text = "";
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, type] = /^event: (.*)$/m.exec(block) ?? [];
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (type !== undefined)
          heard.push({ type, run: (JSON.parse(data ?? "{}") as { run_id?: string }).run_id ?? null });
      }
    }
  })().catch(() => {}); // The server was killed: no others is heard.
  return { heard, open, over };
}

/** How often the agent noted something. */
export function count(project: Project, what: "starts" | "ends"): number {
  const file = join(project.outside, what);
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0;
}

/** Lets all agents come to their end. */
export async function letGo(project: Project): Promise<void> {
  await project.write({ [join("..", "outside", "go")]: "now" });
}
