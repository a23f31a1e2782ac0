/** The run at one line per interaction, as judges read it: made again from its entries when somebody opens it. */
import { useState } from "preact/hooks";
import { sparseIndex, sparseLine } from "../../../src/agents/transcript/sparse-index.ts";
import type { RunData } from "../data/run-data.ts";
import { LongText } from "../text/long-text.tsx";

export function SparseIndex({ data }: { data: RunData }) {
  const [isOpen, setOpen] = useState(false);
  if (!data.isWhole || data.interactions.length === 0) return null;
  return (
    <details id="sparse-index" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Sparse index</summary>
      {isOpen && <LongText text={textOf(data)} name="sparse-index" />}
    </details>
  );
}

function textOf({ interactions, entries, block }: RunData): string {
  const lines = interactions.map((interaction) => ({ ...interaction, sparseLine: sparseLine(interaction, entries) }));
  return sparseIndex(lines, block.detail);
}
