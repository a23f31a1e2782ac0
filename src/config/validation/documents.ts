/** Documents whose shape has been checked. */
import type { z } from "zod";
import type { AxisConfig } from "../../core/config/config.ts";
import type { ScenarioInput, Variant } from "../../core/scenario.ts";

/** A config whose parts have the right shape. */
export type ConfigDocument = z.output<typeof AxisConfig>;

/** A scenario file, or an inline scenario, whose parts have the right shape. */
export type ScenarioDocument = z.output<typeof ScenarioInput>;

/** What a scenario and a variant have in common. */
export type ScenarioFields = Partial<Pick<ScenarioDocument, Exclude<keyof Variant, "name" | "rubric">>>;
