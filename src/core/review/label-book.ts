/** Where labels from people are kept: lines in a file of the project, or rows of a shared database. */
import { errorMessage } from "../error.ts";
import { ReviewLabel } from "./review-label.ts";

/** Labels in the order they were given, and the lines that are none. */
export interface LabelLines {
  readonly labels: readonly ReviewLabel[];
  readonly broken: readonly BrokenLine[];
}

export interface BrokenLine {
  /** The file and the line. */
  readonly place: string;
  readonly why: string;
}

/** Labels are only ever added: a person who changes their mind adds another one, and the last one counts. */
export interface LabelBook {
  read(): Promise<LabelLines>;
  add(label: ReviewLabel): Promise<void>;
}

/** Parses a file of labels. A broken line is named, and the other lines count. */
export function parseLabelLines(content: string, file: string): LabelLines {
  const labels: ReviewLabel[] = [];
  const broken: BrokenLine[] = [];
  for (const [index, line] of content
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    const read = parseLabelLine(line);
    if ("why" in read) broken.push({ place: `${file}:${index + 1}`, why: read.why });
    else labels.push(read.label);
  }
  return { labels, broken };
}

/** The line of a label. JSON escapes line breaks, so it never spans two. */
export function formatLabelLine(label: ReviewLabel): string {
  return `${JSON.stringify(label)}\n`;
}

function parseLabelLine(line: string): { readonly label: ReviewLabel } | { readonly why: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { why: `is not valid JSON (${errorMessage(error).slice(0, 100)})` };
  }
  const { data, error } = ReviewLabel.safeParse(value);
  if (data !== undefined) return { label: data };
  const [issue] = error.issues;
  const field = issue?.path.join(".") ?? "";
  return { why: `${field === "" ? "" : `${field}: `}${issue?.message ?? "is not a label"}` };
}
