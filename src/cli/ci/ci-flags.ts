/** The flags that write a report for a CI system. The files they name are checked before anything runs. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { AxisError, errorMessage } from "../../core/error.ts";
import { statIfPresent } from "../../core/files/path-kind.ts";
import { writeFileOrPipe } from "../../core/files/write-file.ts";
import type { Report } from "../../core/report.ts";
import { renderJunit } from "../../report/ci/junit.ts";
import { renderMarkdown } from "../../report/ci/markdown.ts";
import type { CiOptions } from "../../report/ci/pair-case.ts";
import { renderSarif } from "../../report/ci/sarif.ts";
import { makeFolders } from "../make-folders.ts";

export interface CiFlags {
  readonly junit?: string;
  readonly markdown?: string;
  readonly sarif?: string;
}

export function addCiFlags(command: Command): Command {
  return command
    .option("--junit <file>", "also write the report as JUnit XML")
    .option("--markdown <file>", "also write the report as Markdown, for a comment")
    .option("--sarif <file>", "also write the failures as SARIF, for code scanning");
}

const formats = [
  { flag: "junit", render: renderJunit },
  { flag: "markdown", render: renderMarkdown },
  { flag: "sarif", render: renderSarif },
] as const;

/** Files that are written once the report exists. */
export interface CiFiles {
  readonly write: (report: Report, options: CiOptions) => Promise<void>;
}

/** Creates parent folders. A file that cannot be written is a user error and is reported before anything else happens. */
export async function openCiFiles(flags: CiFlags, cwd: string): Promise<CiFiles> {
  const targets = formats.flatMap(({ flag, render }) => {
    const written = flags[flag];
    return written === undefined ? [] : [{ flag: `--${flag}`, file: resolve(cwd, written), render }];
  });
  for (const [index, { flag, file }] of targets.entries()) {
    const same = targets.slice(0, index).find((other) => other.file === file);
    if (same === undefined) continue;
    throw new AxisError("flag-invalid", `${same.flag} and ${flag} name the same file`, {
      hint: "Choose a different file for each",
    });
  }
  for (const { flag, file } of targets) await requireWritable(flag, file);
  return {
    write: async (report, options) => {
      for (const { file, render } of targets) await writeTextFile(file, render(report, options));
    },
  };
}

async function requireWritable(flag: string, file: string): Promise<void> {
  try {
    await makeFolders(dirname(file));
    const there = await statIfPresent(file);
    if (there?.isDirectory()) throw new Error("it is a folder");
    await access(there === undefined ? dirname(file) : file, constants.W_OK);
  } catch (cause) {
    throw new AxisError("not-writable", `${flag} ${file} cannot be written (${errorMessage(cause)})`, {
      hint: "Choose another file, or omit the flag",
      cause,
    });
  }
}

async function writeTextFile(file: string, text: string): Promise<void> {
  try {
    await writeFileOrPipe(file, text);
  } catch (cause) {
    throw new AxisError("disk", `${file} could not be written (${errorMessage(cause)})`, { cause });
  }
}
