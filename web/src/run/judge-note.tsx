/** Who answered for a dimension. */
import type { JudgeUsed } from "../../../src/core/judge.ts";
import { tokenLine } from "../data/tokens.ts";
import { safeLine } from "../text/safe.ts";

export function JudgeNote({ used }: { used: JudgeUsed | null }) {
  if (used === null) return <p class="decided">No judge was asked.</p>;
  const { kind, name, attempts, tokenUsage } = used;
  return (
    <p class="decided">
      Judged by {safeLine(name, 80)} ({kind}), {attempts === 1 ? "at the first attempt" : `after ${attempts} attempts`}
      {tokenUsage !== undefined && `, ${tokenLine(tokenUsage)} tokens`}.
    </p>
  );
}
