/** Builds the rows of one item and a tree: each node in pre-order, with its parent and its weight among its siblings. */
import { type LeafScore, rollUp, type TreeRow } from "../../tree/roll-up.ts";
import { type ResultRow, type RowFrame, groupRows } from "./row.ts";
import type { TreeUnit } from "../planning/unit.ts";

/** `leaves` are the rows of the leaves' metrics, named after the leaves. */
export function toTreeRows(unit: TreeUnit, leaves: readonly ResultRow[], frame: RowFrame): ResultRow[] {
  const byName = new Map(leaves.map((row) => [row.name, row]));
  const scores = Object.fromEntries(leaves.map((row) => [row.name, toLeafScore(row)]));
  const rows = rollUp(unit.tree, {}, scores).map((node): ResultRow => {
    const leaf = node.type === "metric" ? byName.get(node.name) : undefined;
    if (leaf !== undefined) return { ...leaf, parent: node.parent, weight: node.weight };
    return toComponentRow(unit, node, frame);
  });
  return groupRows(rows);
}

function toLeafScore(row: ResultRow): LeafScore {
  if (row.status === "scored") return row.score;
  return { status: row.status, why: row.why ?? "no reason was given" };
}

function toComponentRow(unit: TreeUnit, node: TreeRow, frame: RowFrame): ResultRow {
  const threshold = unit.thresholds[node.name] ?? null;
  const { score, why } = node;
  return {
    id: `${frame.itemId}/${node.name}`,
    itemId: frame.itemId,
    itemIndex: frame.itemIndex,
    itemDigest: frame.itemDigest,
    key: node.name,
    name: node.name,
    status: node.status,
    score,
    why,
    threshold,
    passed: score === null || threshold === null ? null : score >= threshold,
    explanation: why ?? `${node.name}: ${Math.round((score ?? 0) * 1e4) / 1e4}, combined from its children.`,
    signals: {},
    metadata: node.partial === true ? { partial: true, coverage: node.coverage } : {},
    version: "1",
    fingerprint: unit.fingerprint,
    timestamp: frame.timestamp,
    source: "axis",
    costEstimate: 0,
    durationMs: 0,
    modelName: null,
    llmProvider: null,
    metricCategory: "score",
    parent: node.parent,
    type: "component",
    weight: node.weight,
    slices: frame.slices,
  };
}
