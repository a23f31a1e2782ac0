/** Makes sure that bubblewrap is on this machine: agents run in it by default, so tests must meet it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs it if that is allowed, or throws a sentence that says what to install. Only Linux has it. */
export default function setup(): void {
  if (process.platform !== "linux" || hasBubblewrap()) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-q"], { env }); // Old lists may do; the next line says if not.
    spawnSync("apt-get", ["-o", "DPkg::Lock::Timeout=300", "install", "-y", "-q", "bubblewrap"], { env });
  }
  if (!hasBubblewrap()) throw new Error("The tests need bubblewrap 0.8 or later: apt-get install bubblewrap");
}

function hasBubblewrap(): boolean {
  return spawnSync("bwrap", ["--version"]).status === 0;
}
