/** Lets a person label the checks and steps of a run on its page: fills the places that the page leaves for that. */
import type { ComponentChildren } from "preact";
import { type RunSlots, RunSlotsContext } from "../run/slots.tsx";
import { Mark } from "./mark.tsx";
import { useLabels } from "./use-labels.ts";

export function LabelledRun({ runId, children }: { readonly runId: string; readonly children: ComponentChildren }) {
  const labels = useLabels(runId);
  if (labels === null) return <>{children}</>;
  const slots: RunSlots = {
    check: (index) => (
      <Mark labels={labels} kind="check" target={{ id: runId, checkIndex: index }} name={`check ${index + 1}`} />
    ),
    step: (id) => <Mark labels={labels} kind="step" target={{ id: runId, step: id }} name={`step ${id}`} />,
  };
  return <RunSlotsContext.Provider value={slots}>{children}</RunSlotsContext.Provider>;
}
