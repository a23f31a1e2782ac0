/** The labels of a project, `.axis/labels.jsonl`: one JSON object per line, appended and never rewritten. */
import { mkdir, open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import { ignoreRules } from "../core/ignore-rules.ts";
import { formatLabelLine, parseLabelLines, type LabelBook, type LabelLines } from "../core/review/label-book.ts";
import { axisFolder, labelsFile } from "./paths.ts";

/** No project has this many labels; a larger file is something else. */
const maxBytes = 64_000_000;

/** Opens nothing until it is used. Several processes may write at the same time. */
export function labelFile(configDir: string): LabelBook {
  const file = labelsFile(configDir);
  return {
    read: () => readLabelFile(file),
    async add(label) {
      try {
        await mkdir(axisFolder(configDir), { recursive: true });
        await keepInVersionControl(axisFolder(configDir));
        await appendLine(file, formatLabelLine(label));
      } catch (cause) {
        throw new AxisError("not-writable", `${file} could not be written (${errorMessage(cause)})`, { cause });
      }
    },
  };
}

/** Without a file there are no labels yet. */
export async function readLabelFile(file: string): Promise<LabelLines> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1_000_000} MB`);
    return parseLabelLines(await readFile(file, "utf8"), file);
  } catch (cause) {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(cause) ?? "")) return { labels: [], broken: [] };
    throw new AxisError("dataset-invalid", `${file} could not be read (${errorMessage(cause)})`, { cause });
  }
}

/** One write at the end of the file: the system keeps the lines of two writers apart. */
async function appendLine(file: string, line: string): Promise<void> {
  await using handle = await open(file, "a+");
  const { size } = await handle.stat();
  const last = Buffer.alloc(1);
  if (size > 0) await handle.read(last, 0, 1, size - 1);
  // A line that was cut off, or typed without its end, must not swallow this one. An empty line does no harm.
  const bytes = Buffer.from(size > 0 && last[0] !== 10 ? `\n${line}` : line);
  const { bytesWritten } = await handle.write(bytes, 0, bytes.length, null);
  if (bytesWritten < bytes.length) throw new Error("the disk is full");
  await handle.datasync();
}

/** What the rules were before there were labels. */
const olderRules = ignoreRules.slice(0, ignoreRules.indexOf("!labels.jsonl\n"));

/** Projects of older versions ignore everything but a few files; the labels are one more. */
async function keepInVersionControl(folder: string): Promise<void> {
  const file = join(folder, ".gitignore");
  try {
    await writeFile(file, ignoreRules, { flag: "wx" });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    const rules = await readFile(file, "utf8");
    if (rules === olderRules) await writeFile(file, ignoreRules.slice(rules.length), { flag: "a" });
  }
}
