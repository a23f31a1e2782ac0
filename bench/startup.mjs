/** How long `axis --version` takes beside a bare start of node, the two in turn. */
import { spawnSync } from "node:child_process";
import { axis } from "./doors.mjs";
import { figure, heading, least, median } from "./figures.mjs";

const rounds = 20;

export function startup() {
  heading(`Start-up: ${rounds} runs each, in turn`);
  const bare = [];
  const version = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(milliseconds(["-e", "0"]));
    version.push(milliseconds([axis, "--version"]));
  }
  figure("node -e 0, fastest", least(bare), { unit: "ms" });
  figure("node -e 0, median", median(bare), { unit: "ms" });
  figure("axis --version, fastest", least(version), { unit: "ms" });
  figure("axis --version, median", median(version), { unit: "ms" });
  figure("axis --version / node -e 0, fastest", least(version) / least(bare), { unit: "x", most: 2 });
  figure("axis --version / node -e 0, median", median(version) / median(bare), { unit: "x", most: 2 });
}

/** Both get this very environment, so that what it costs is on both sides. */
function milliseconds(args) {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${String(stderr)}`);
  return performance.now() - began;
}
