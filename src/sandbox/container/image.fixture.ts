/** Makes a small image from this machine's own Node, shell, the tools that attacks use, and their libraries, because tests have no registry. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

export const testImage = "localhost/axis-test:2";

/** Does nothing if podman already has it. */
export function makeTestImage(engine = "podman"): void {
  try {
    execFileSync(engine, ["image", "inspect", testImage], { stdio: "ignore" });
    return;
  } catch {
    // It is not there yet.
  }
  const root = mkdtempSync(join(tmpdir(), "axis-image-"));
  for (const folder of ["bin", "tmp", "var/tmp", "proc", "dev", "sys", "run", "etc", "usr/bin"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const program of ["/bin/sh", process.execPath]) {
    cpSync(realpathSync(program), join(root, "bin", basename(program)));
    for (const library of listLibraries(program)) copyTo(root, library);
  }
  for (const program of ["perl", "setsid", "env", "sleep"].map((name) => join("/usr/bin", name))) {
    for (const file of [program, ...listLibraries(program)]) copyTo(root, file);
  }
  const modules = execFileSync("perl", ["-MSocket", "-e", "print $INC{'Socket.pm'}"], { encoding: "utf8" });
  cpSync(dirname(modules), join(root, dirname(modules)), { recursive: true });
  const archive = join(root, "..", `${basename(root)}.tar`);
  execFileSync("tar", ["-C", root, "-cf", archive, "."]);
  execFileSync(engine, ["import", "--change", "ENV PATH=/usr/bin:/bin", archive, testImage], { stdio: "ignore" });
  rmSync(root, { recursive: true, force: true });
  rmSync(archive);
}

/** What the dynamic linker would load, and the linker itself. */
function listLibraries(program: string): string[] {
  const printed = execFileSync("ldd", [realpathSync(program)], { encoding: "utf8" });
  return [...new Set(printed.match(/(?<=\s)\/\S+/g) ?? [])];
}

function copyTo(root: string, file: string): void {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  cpSync(realpathSync(file), join(root, file));
}
