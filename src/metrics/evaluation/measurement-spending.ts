/** Tracks what the calls of one measurement cost, so that the money is counted even if no row is written. */
import type { Model } from "../../core/model.ts";
import { addKnown } from "../../core/model/spending.ts";
import { identifyAs } from "../judging/analyses.ts";

/** Cost in dollars, or null if it is unknown. */
export type MeasurementCost = number | null;

export class MeasurementSpending {
  #usd: MeasurementCost = 0;
  #open = 0;

  /** Returns the same model, with the cost of its answers recorded here. */
  watch(model: Model): Model {
    const watching: Model = {
      id: model.id,
      ask: async (question, options) => {
        this.#open += 1;
        const answer = await model.ask(question, options);
        this.#open -= 1;
        this.#usd = addKnown(this.#usd, answer.spending.costUsd);
        return answer;
      },
    };
    return identifyAs(watching, model);
  }

  /** Null while a call is unanswered, because its cost is not known yet. */
  get usd(): MeasurementCost {
    return this.#open > 0 ? null : this.#usd;
  }
}
