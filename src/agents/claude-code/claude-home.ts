/** Where Claude keeps its files during a run, and the environment variables that keep it there. */
import { join } from "node:path";

interface Paths {
  readonly workspace: string;
  readonly home: string;
}

/** Excludes the operator's configuration, memory of other runs, and all traffic except to the model. */
export function claudeIsolation({ home }: Paths): Record<string, string> {
  return {
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_TELEMETRY: "1",
    ...(isRoot() ? { IS_SANDBOX: "1" } : {}),
  };
}

export function claudeSkills({ home }: Paths): string {
  return join(home, ".claude", "skills");
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
