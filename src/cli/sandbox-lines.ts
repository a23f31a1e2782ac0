/** What commands that execute runs print first: what is enforced. */
import { resolveSandboxPolicy } from "../core/config/sandbox-settings.ts";
import { type SandboxFlags, toSandboxRequest } from "./sandbox-flags.ts";
import { formatSandbox } from "../report/text/format-sandbox.ts";
import { terminalLine } from "../report/text/terminal-safe.ts";
import { AxisError } from "../core/error.ts";
import { preparePolicies, type ReadySandboxes } from "../runner/sandbox/prepare-sandboxes.ts";

/** One line per sandbox, or the reason why there is none. */
export function formatSandboxLines(sandboxes: ReturnType<ReadySandboxes["describe"]>): string[] {
  const lines = sandboxes.map(({ record, fellBack }) =>
    terminalLine(`${formatSandbox(record)}${fellBack === undefined ? "" : ` (${fellBack})`}`),
  );
  return [...new Set(lines)];
}

/** What runs get on this machine if their config says nothing else. Throws if the flags ask for what it cannot enforce. */
export async function describeMachineSandbox(flags: SandboxFlags): Promise<string> {
  const sandboxes = await preparePolicies([resolveSandboxPolicy([toSandboxRequest(flags)])], true);
  if (sandboxes.missing.length > 0)
    throw new AxisError("preflight", `This machine cannot enforce the sandbox:\n  ${sandboxes.missing.join("\n  ")}`, {
      hint: "Check this machine with: axis doctor",
    });
  return formatSandboxLines(sandboxes.describe()).join("; ");
}
