/** Combines the scores of metrics up a tree, one row per node. */
import { sum } from "../arithmetic/rounding.ts";
import { parseScoreTree, type TreeComponent, type TreeModel, type TreeNode } from "./score-tree.ts";

/** A score from 0 to 1, or why there is none; null and NaN mean "nothing to measure". */
export type LeafScore =
  | number
  | "NaN"
  | null
  | { readonly status: "scored"; readonly score: number }
  | { readonly status: "not-applicable" | "failed"; readonly why: string };

/** The score of a node, or why it has none. */
interface RolledScore {
  readonly score: number | null;
  readonly status: "scored" | "not-applicable" | "failed";
  readonly why?: string;
  /** Set if the component was scored although some child failed. */
  readonly partial?: true;
  /** If partial, the share of the children's weight that was scored. */
  readonly coverage?: number;
}

export interface TreeRow extends RolledScore {
  readonly name: string;
  readonly type: "component" | "metric";
  readonly parent: string | null;
  /** The share of the weight among siblings with a score; 0 for a node without a score. */
  readonly weight: number;
}

interface MeasuredNode {
  readonly node: TreeNode;
  readonly rolled: RolledScore;
  readonly children: readonly MeasuredNode[];
}

/** Returns every node of the tree in pre-order with its score, starting with the root `model`. */
export function rollUp(
  model: TreeModel | TreeComponent,
  weights: Readonly<Record<string, number>>,
  scores: Readonly<Record<string, LeafScore>>,
): TreeRow[] {
  const tree = isReadTree(model) ? model : parseScoreTree(model, weights);
  return listTreeRows(measureNode(tree, scores), null, 1);
}

function isReadTree(model: TreeModel | TreeComponent): model is TreeComponent {
  return model["kind"] === "component" && Array.isArray(model["children"]);
}

function measureNode(node: TreeNode, scores: Readonly<Record<string, LeafScore>>): MeasuredNode {
  if (node.kind === "leaf") return { node, rolled: readLeafScore(node.name, scores), children: [] };
  const children = node.children.map((child) => measureNode(child, scores));
  return { node, rolled: combineChildren(node, children), children };
}

function readLeafScore(name: string, scores: Readonly<Record<string, LeafScore>>): RolledScore {
  if (!Object.hasOwn(scores, name)) throw new RangeError(`The leaf "${name}" was not measured`);
  const score = scores[name] as LeafScore;
  if (score === null || score === "NaN" || Number.isNaN(score))
    return { score: null, status: "not-applicable", why: `${name} has no score` };
  if (typeof score === "number") return { score, status: "scored" };
  return score.status === "scored"
    ? { score: score.score, status: "scored" }
    : { score: null, status: score.status, why: score.why };
}

function combineChildren(component: TreeComponent, children: readonly MeasuredNode[]): RolledScore {
  const failure = children.find(({ rolled }) => rolled.status === "failed");
  const scored = children.filter(({ rolled }) => rolled.status === "scored");
  if (failure && (scored.length === 0 || !component.excludeFailed))
    return { score: null, status: "failed", why: `${failure.node.name}: ${failure.rolled.why}` };
  if (scored.length === 0)
    return { score: null, status: "not-applicable", why: `no child of ${component.name} has a score` };
  const weight = sum(scored.map(({ node }) => node.weight));
  const score = strategies[component.strategy](scored, weight);
  if (score === null)
    return { score, status: "not-applicable", why: `all scored children of ${component.name} have weight 0` };
  return failure
    ? { score, status: "scored", partial: true, coverage: computeScoredShare(children, weight) }
    : { score, status: "scored" };
}

const strategies: Readonly<
  Record<TreeComponent["strategy"], (scored: readonly MeasuredNode[], weight: number) => number | null>
> = {
  weighted_average: (scored, weight) =>
    weight === 0 ? null : sum(scored.map(({ node, rolled }) => node.weight * (rolled.score as number))) / weight,
  min: (scored) => Math.min(...scored.map(({ rolled }) => rolled.score as number)),
  max: (scored) => Math.max(...scored.map(({ rolled }) => rolled.score as number)),
};

function computeScoredShare(children: readonly MeasuredNode[], scoredWeight: number): number {
  const total = sum(children.map(({ node }) => node.weight));
  return total === 0 ? 0 : scoredWeight / total;
}

function listTreeRows({ node, rolled, children }: MeasuredNode, parent: string | null, weight: number): TreeRow[] {
  const type = node.kind === "leaf" ? "metric" : "component";
  const shares = computeSiblingShares(children);
  return [
    { name: node.name, type, parent, weight, ...rolled },
    ...children.flatMap((child, index) => listTreeRows(child, node.name, shares[index] as number)),
  ];
}

/** Normalises weights over the siblings with a score; if all of these are 0, the shares are equal. */
function computeSiblingShares(children: readonly MeasuredNode[]): number[] {
  const isScored = ({ rolled }: MeasuredNode): boolean => rolled.status === "scored";
  const scored = children.filter(isScored);
  const total = sum(scored.map(({ node }) => node.weight));
  return children.map((child) => {
    if (!isScored(child)) return 0;
    return total === 0 ? 1 / scored.length : child.node.weight / total;
  });
}
