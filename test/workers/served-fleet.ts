/** A fleet with a server in front: commands know its address and a token, and nothing of the database. */
import { until, type Working } from "../fixtures/axis.ts";
import { lastingPort } from "../fixtures/port.ts";
import type { Fleet } from "./fleet.ts";

export interface ServedFleet extends AsyncDisposable {
  readonly origin: string;
  readonly token: string;
  /** For commands that ask the server. */
  readonly over: Readonly<Record<string, string | undefined>>;
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
}

export async function serveFleet({ project, env }: Pick<Fleet, "project" | "env">): Promise<ServedFleet> {
  const token = await makeToken({ project, env }, "admin");
  const port = String(await lastingPort());
  let serving = await startServer({ project, env }, port);
  const { origin } = new URL(serving.address);
  const stop = async (signal: NodeJS.Signals) => {
    serving.working.child.kill(signal);
    await serving.working.ended;
  };
  return {
    origin,
    token,
    over: { ...env, AXIS_DATABASE_URL: undefined, AXIS_URL: origin, AXIS_TOKEN: token },
    stop,
    restart: async () => void (serving = await startServer({ project, env }, port)),
    [Symbol.asyncDispose]: () => stop("SIGKILL"),
  };
}

/** Made where the database is. */
export async function makeToken({ project, env }: Pick<Fleet, "project" | "env">, scope: string): Promise<string> {
  const { stdout } = await project.axis(["token", "create", "--name", scope, "--scope", scope], { env });
  return /axis_[a-z0-9]{12}_[\w-]{43}/.exec(stdout)?.[0] ?? "";
}

async function startServer({ project, env }: Pick<Fleet, "project" | "env">, port: string) {
  const working: Working = project.start(["serve", "--port", port], { env });
  let said = "";
  working.child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  let isOver = false;
  void working.ended.then(() => (isOver = true));
  await until(() => said.includes("#token=") || isOver);
  if (isOver) throw new Error(`The server ended: ${(await working.ended).stderr}`);
  return { working, address: said.trim() };
}
