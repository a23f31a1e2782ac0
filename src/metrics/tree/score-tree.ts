/** A validated tree of weighted scores: components above metrics, as written in a configuration. */

const treeStrategies = ["weighted_average", "min", "max"] as const;
type TreeStrategy = (typeof treeStrategies)[number];

/** As written: a number is a leaf with that weight, an object is a component. */
export interface TreeModel {
  readonly [name: string]: number | string | boolean | TreeModel;
}

interface TreeLeaf {
  readonly kind: "leaf";
  readonly name: string;
  readonly weight: number;
}

export interface TreeComponent {
  readonly kind: "component";
  readonly name: string;
  readonly weight: number;
  readonly strategy: TreeStrategy;
  /** Whether failed children are ignored; otherwise one of them makes the component fail. */
  readonly excludeFailed: boolean;
  readonly children: readonly TreeNode[];
}

export type TreeNode = TreeLeaf | TreeComponent;

/** Reads a model and the weights of its components; throws a RangeError that names the problem. */
export function parseScoreTree(model: TreeModel, weights: Readonly<Record<string, number>> = {}): TreeComponent {
  const names = new Set<string>();
  const root = readComponent({ name: "model", model, weight: 1 }, weights, names);
  const unknown = Object.keys(weights).find((name) => !names.has(name) || name === "model");
  if (unknown !== undefined) throw new RangeError(`weights.${unknown}: the tree has no component with this name`);
  return root;
}

/** Lists the names of the leaves without duplicates. */
export function listLeaves(node: TreeNode): string[] {
  return [...new Set(node.kind === "leaf" ? [node.name] : node.children.flatMap(listLeaves))];
}

interface WrittenComponent {
  readonly name: string;
  readonly model: TreeModel;
  readonly weight: number;
}

function readComponent(
  { name, model, weight }: WrittenComponent,
  weights: Readonly<Record<string, number>>,
  names: Set<string>,
): TreeComponent {
  if (names.has(name)) throw new RangeError(`Two components have the same name "${name}"`);
  names.add(name);
  const { _strategy: strategy = "weighted_average", _exclude_failed: excludeFailed = true, ...rest } = model;
  const children = Object.entries(rest).map(([child, value]) => readChild(child, value, { weights, names }));
  if (children.length === 0) throw new RangeError(`The component "${name}" has no children`);
  return {
    kind: "component",
    name,
    weight: requireWeight(name, weight),
    strategy: requireStrategy(name, strategy),
    excludeFailed: requireFlag(name, excludeFailed),
    children,
  };
}

interface ReadContext {
  readonly weights: Readonly<Record<string, number>>;
  readonly names: Set<string>;
}

function readChild(name: string, value: TreeModel[string], { weights, names }: ReadContext): TreeNode {
  if (typeof value === "number") return { kind: "leaf", name, weight: requireWeight(name, value) };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RangeError(`"${name}" is neither a weight nor a component`);
  return readComponent({ name, model: value, weight: weights[name] ?? 1 }, weights, names);
}

function requireWeight(name: string, weight: number): number {
  if (weight >= 0 && Number.isFinite(weight)) return weight;
  throw new RangeError(`The weight of "${name}" is ${weight}; it must be a number of at least 0`);
}

function requireStrategy(name: string, strategy: unknown): TreeStrategy {
  const known = treeStrategies.find((one) => one === strategy);
  if (known !== undefined) return known;
  throw new RangeError(`${name}._strategy is "${String(strategy)}"; it must be one of ${treeStrategies.join(", ")}`);
}

function requireFlag(name: string, flag: unknown): boolean {
  if (typeof flag === "boolean") return flag;
  throw new RangeError(`${name}._exclude_failed is "${String(flag)}"; it must be true or false`);
}
