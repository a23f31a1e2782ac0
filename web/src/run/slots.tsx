/** Places of the run page that other parts fill: at each check, and at the head of each step. */
import { type ComponentChildren, createContext } from "preact";

export interface RunSlots {
  /** By position in the rubric. */
  readonly check?: (index: number) => ComponentChildren;
  /** By the number of the step. */
  readonly step?: (id: number) => ComponentChildren;
}

export const RunSlotsContext = createContext<RunSlots>({});
