/** Opens a file in the user's browser, which then runs independently of AXIS. */
import { spawn } from "node:child_process";
import { findProgram } from "./find-program.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The program that opens files with the user's preferred application. */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
  linux: ["xdg-open"],
};

/** Whether there is a screen; over SSH and in CI there is none. */
export function hasScreen(env: Environment, platform: NodeJS.Platform = process.platform): boolean {
  if (env["CI"] !== undefined || env["SSH_CONNECTION"] !== undefined) return false;
  return platform !== "linux" || Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
}

/** Returns false if there is no such program or it could not be started. */
export async function openInBrowser(path: string, env: Environment): Promise<boolean> {
  const opener = openers[process.platform];
  if (opener === undefined) return false;
  const [name, ...args] = opener;
  const search = env["PATH"];
  const program = await findProgram(name, search === undefined ? {} : { PATH: search }, "/");
  if (program === null) return false;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, path], { detached: true, stdio: "ignore", env: { ...env } });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
