/** Reports to the GitHub Actions job that AXIS runs in: annotations, the step summary, outputs. */
import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { errorMessage } from "../../core/error.ts";
import type { Report } from "../../core/report.ts";
import { renderAnnotations, renderOutputs } from "../../report/ci/github.ts";
import { renderMarkdown } from "../../report/ci/markdown.ts";
import type { CiOptions } from "../../report/ci/pair-case.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { CliDeps } from "../command.ts";

/** Does nothing outside GitHub Actions. A file that cannot be written is only a warning: the verdict does not need it. */
export async function reportToGithub(report: Report, options: CiOptions, deps: CliDeps): Promise<void> {
  const { env, terminal } = deps;
  if (env["GITHUB_ACTIONS"] !== "true") return;
  await appendToVariableFile("GITHUB_STEP_SUMMARY", renderMarkdown(report, options), deps);
  await appendToVariableFile("GITHUB_OUTPUT", renderOutputs(report, options, `axis_${randomUUID()}`), deps);
  terminal.command?.(renderAnnotations(report, options));
}

async function appendToVariableFile(variable: string, text: string, { env, terminal }: CliDeps): Promise<void> {
  const file = env[variable];
  if (file === undefined || file === "") return;
  try {
    await appendFile(file, text);
  } catch (error) {
    terminal.err(
      terminal.errPaint.warn(`Warning: ${variable} cannot be written: ${terminalLine(errorMessage(error))}`),
    );
  }
}
