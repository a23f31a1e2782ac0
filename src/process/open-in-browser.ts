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

/** Why no browser can be opened; null if one can. BROWSER names one that needs no screen of this machine. */
export function whyNoBrowser(env: Environment, platform: NodeJS.Platform = process.platform): string | null {
  if (env["CI"] !== undefined) return "CI is set";
  if (env["BROWSER"]) return null;
  if (env["SSH_CONNECTION"] !== undefined) return "this is an SSH session, and BROWSER is not set";
  const hasScreen = platform !== "linux" || Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
  return hasScreen ? null : "there is no display, and BROWSER is not set";
}

/** Returns false if there is no such program or it could not be started. */
export async function openInBrowser(path: string, env: Environment): Promise<boolean> {
  const [name, ...args] = env["BROWSER"] ? [env["BROWSER"]] : (openers[process.platform] ?? []);
  if (name === undefined) return false;
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
