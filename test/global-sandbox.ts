/** Makes sure that the programs of sandboxes, and the shells that completions are for, are there: those on this machine, else installed where that is allowed, else a sentence. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Each with its package in Debian and Ubuntu. Podman needs runc where control groups have both versions. */
const packages = {
  bwrap: "bubblewrap",
  podman: "podman",
  runc: "runc",
  ip: "iproute2",
  zsh: "zsh",
  fish: "fish",
} as const;

type Program = keyof typeof packages;

const isMissing = (program: Program) =>
  spawnSync("/bin/sh", ["-c", `PATH=$PATH:/usr/sbin; command -v ${program}`]).status !== 0;

const listMissing = () => (Object.keys(packages) as Program[]).filter(isMissing);

/** Only root may install packages. What could not be installed is found missing afterwards. */
function install(programs: readonly Program[]): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const apt = (...words: string[]) =>
    spawnSync("apt-get", words, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  apt("update", "-q");
  const names = programs.map((program) => packages[program]);
  apt("-o", "DPkg::Lock::Timeout=300", "install", "-y", "-q", "--no-install-recommends", ...names);
}

/** Sandboxes need Linux; elsewhere their tests say so. */
export default function setup(): void {
  if (process.platform !== "linux") return;
  if (listMissing().length > 0) install(listMissing());
  const missing = listMissing().map((program) => packages[program]);
  if (missing.length > 0) throw new Error(`The tests need ${missing.join(", ")}: apt-get install ${missing.join(" ")}`);
}
