/** The data blocks inside the page of a report or an evaluation, and what a list shows of an evaluation. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import type { EvaluationHead } from "../../core/report/evaluation-head.ts";
import { decodePacked } from "./base91.ts";

const unzip = promisify(gunzip);
/** A block that inflates beyond this was not written by AXIS. */
const maxBlockBytes = 256 * 1_048_576;

const blockPattern = /<script type="text\/plain" id="([\w.]+)">([!-%'-;=?-~]*)<\/script>\n/g;

export interface PageBlock {
  readonly id: string;
  /** The whole element. */
  readonly element: string;
  /** Its content: gzip in base91. */
  readonly packed: string;
}

export function listPageBlocks(html: string): PageBlock[] {
  return [...html.matchAll(blockPattern)].map(([element, id = "", packed = ""]) => ({ element, id, packed }));
}

export async function unpackPageBlock({ packed }: Pick<PageBlock, "packed">): Promise<unknown> {
  const bytes = await unzip(decodePacked(packed), { maxOutputLength: maxBlockBytes });
  return JSON.parse(bytes.toString("utf8"));
}

/** The part of an evaluation's index that its list needs. */
const ListedIndex = z.object({
  evaluation: z.object({
    name: z.string(),
    timestamp: z.string(),
    cost: z.object({ usd: z.number().nullable() }),
    verdict: z.object({ word: z.enum(["PASS", "FAIL", "INCOMPLETE", "MEASURED"]), reasons: z.array(z.string()) }),
    summary: z.object({ metrics: z.array(z.object({ name: z.string() })) }),
  }),
  rows: z.object({ total: z.number().int(), failing: z.number().int() }),
});

/** Null if the file is not the page of an evaluation. */
export async function describeEvaluationPage(html: string): Promise<EvaluationHead | null> {
  const index = listPageBlocks(html).find(({ id }) => id === "index");
  const parsed = index && ListedIndex.safeParse(await unpackPageBlock(index).catch(() => null)).data;
  if (parsed === undefined) return null;
  const { evaluation, rows } = parsed;
  const { name, timestamp, cost, verdict, summary } = evaluation;
  return {
    name,
    timestamp,
    verdict: verdict.word,
    reasons: verdict.reasons,
    rows: rows.total,
    failing: rows.failing,
    metrics: summary.metrics.map((metric) => metric.name),
    costUsd: cost.usd,
  };
}
