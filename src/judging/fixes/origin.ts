/** Where an agent had an address from: the prompt, something it had read before, or nowhere. */
import type { RunDetail } from "../../core/report/run-detail.ts";
import { type Address, holdsAddress } from "./address.ts";
import type { CauseInRun } from "./run-causes.ts";

/** More of one output is not searched. */
const mostSearched = 200_000;

export function findOrigin(address: Address, step: number, detail: RunDetail): CauseInRun["origin"] {
  if (holdsAddress(detail.prompt, address)) return "prompt";
  const call = detail.interactions.find(({ id }) => id === step);
  const { transcript } = detail.output;
  const end = call?.entryIndices[0] ?? transcript.length;
  for (const entry of transcript.slice(0, end)) {
    const text = entry.type === "tool_result" ? entry.output : entry.type === "system" ? entry.text : "";
    if (text !== "" && holdsAddress(text.slice(0, mostSearched), address)) return "output";
  }
  return "guessed";
}
