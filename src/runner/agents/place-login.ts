/** Lends a login of the operator to a run: copies in its home, for this user alone. */
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
