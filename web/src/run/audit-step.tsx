/** An interaction in the tree: its value, why, and on demand the call itself. */
import type { Interaction } from "../../../src/core/interaction.ts";
import { useState } from "preact/hooks";
import type { Audit } from "../../../src/core/score/axis-result.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import type { StepLink } from "../router.ts";
import { ItemBody } from "../transcript/item-body.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";

interface AuditStepProps {
  readonly audit: Audit;
  readonly value: number | null;
  readonly data: RunData;
  readonly linkTo: StepLink;
}

function nameOf(interaction: Interaction | undefined): string {
  return interaction?.toolName ?? interaction?.kind ?? "";
}

export function AuditStep({ audit, value, data, linkTo }: AuditStepProps) {
  const [isOpen, setOpen] = useState(false);
  const interaction = data.interactions[audit.id - 1];
  const entries = interaction?.entryIndices.flatMap((position) => data.entries[position] ?? []) ?? [];
  return (
    <li>
      <span class="score">{value}</span> <a href={linkTo(audit.id)}>#{audit.id}</a>{" "}
      <code>{safeLine(nameOf(interaction), 60)}</code>{" "}
      {interaction?.durationMs != null && <small>{formatDuration(interaction.durationMs)}</small>}{" "}
      <Passage text={audit.rationale} />{" "}
      {interaction !== undefined && (
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide the call" : "Show the call"}
        </button>
      )}
      {isOpen && interaction !== undefined && (
        <ItemBody
          row={{ entries: interaction.entryIndices, interaction }}
          {...{ entries, data }}
          query=""
          link={null}
        />
      )}
    </li>
  );
}
