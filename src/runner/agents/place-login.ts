/** Lends the operator's login to a run: copies its files into the run's home, readable by this user only. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { AgentLogin } from "../../core/agent/agent-readiness.ts";
import { joinInside } from "../../core/paths/inside.ts";

export async function placeLogin({ files }: AgentLogin, home: string): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = joinInside(home, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600 });
  }
}
