/** Reads a file of labels from people: JSON, JSONL, CSV or YAML. */
import { AxisError } from "../../core/error.ts";
import { readRecords, detectFormat } from "../datasets/formats.ts";
import { type Label, parseLabel } from "./label.ts";

/** The labels, and the records that were skipped, each with its location and the reason. */
export interface Labels {
  readonly labels: readonly Label[];
  readonly skipped: readonly { readonly place: string; readonly why: string }[];
}

export async function readLabels(path: string): Promise<Labels> {
  const labels: Label[] = [];
  const skipped: { place: string; why: string }[] = [];
  const ids = new Set<string>();
  for await (const records of readRecords(path, detectFormat(path), {}))
    for (const { place, value, fault } of records) {
      const label = fault === undefined ? parseLabel(value, place) : { fault };
      if ("fault" in label) skipped.push({ place, why: label.fault });
      else if (ids.has(label.id)) skipped.push({ place, why: `the id ${JSON.stringify(label.id)} is already used` });
      else {
        ids.add(label.id);
        labels.push(label);
      }
    }
  if (labels.length > 0) return { labels, skipped };
  const [first] = skipped;
  throw new AxisError(
    "dataset-invalid",
    `${path} contains no labels${first === undefined ? "" : ` (${first.place}: ${first.why})`}`,
    {
      hint: "Each record needs a label from people, such as human: pass",
    },
  );
}
