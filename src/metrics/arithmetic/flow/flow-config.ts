/** The settings of the conversation flow score, and their presets. */
import { z } from "zod";
import { foldKeys } from "../../../core/keys/fold-keys.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().min(1);

const PenaltyWeights = z.strictObject({
  stateLoop: share,
  effortDegradation: share,
  correctionCascade: share,
  coherenceDrop: share,
});

/** Complete settings; `resolveFlowConfig` builds them from a preset's name or from partial settings. */
export const FlowConfig = z.strictObject({
  penaltyWeights: PenaltyWeights,
  maxTotalPenalty: share,
  /** Increase of the user's effort that counts as degradation. */
  degradationThreshold: share,
  /** Number of corrections within a window that counts as a cascade. */
  cascadeThreshold: count,
  effortWindowSize: count,
  minTurnsForDegradation: count,
  loopDetectionEnabled: z.boolean(),
  loopWindowSizes: z.array(count),
  cascadeWindowSize: count,
  useGeometricMean: z.boolean(),
});
export type FlowConfig = z.infer<typeof FlowConfig>;

const balanced: FlowConfig = {
  penaltyWeights: { stateLoop: 0.25, effortDegradation: 0.3, correctionCascade: 0.2, coherenceDrop: 0.15 },
  maxTotalPenalty: 0.5,
  degradationThreshold: 0.15,
  cascadeThreshold: 2,
  effortWindowSize: 3,
  minTurnsForDegradation: 6,
  loopDetectionEnabled: true,
  loopWindowSizes: [2, 3, 4],
  cascadeWindowSize: 4,
  useGeometricMean: false,
};

export const flowPresets = {
  balanced,
  strict: {
    ...balanced,
    penaltyWeights: { stateLoop: 0.35, effortDegradation: 0.4, correctionCascade: 0.3, coherenceDrop: 0.2 },
    maxTotalPenalty: 0.6,
    degradationThreshold: 0.1,
  },
  lenient: {
    ...balanced,
    penaltyWeights: { stateLoop: 0.15, effortDegradation: 0.2, correctionCascade: 0.15, coherenceDrop: 0.1 },
    maxTotalPenalty: 0.35,
    degradationThreshold: 0.25,
    cascadeThreshold: 3,
  },
  research_mode: {
    ...balanced,
    effortWindowSize: 4,
    minTurnsForDegradation: 4,
    loopWindowSizes: [2, 3, 4, 5],
    cascadeWindowSize: 5,
  },
} as const satisfies Record<string, FlowConfig>;

export type FlowPreset = keyof typeof flowPresets;

const PartialWeights = acceptEitherSpelling(PenaltyWeights.partial());
const PartialConfig = acceptEitherSpelling(FlowConfig.partial().extend({ penaltyWeights: PartialWeights.optional() }));

/** A preset's name, or the differences from the balanced preset. */
export const FlowConfigOption = z.union([
  z.enum(Object.keys(flowPresets) as [FlowPreset, ...FlowPreset[]]),
  PartialConfig,
]);
export type FlowConfigOption = z.output<typeof FlowConfigOption>;

/** Settings also come from configuration files, where keys are snake_case. */
function acceptEitherSpelling<Schema extends z.ZodObject>(schema: Schema) {
  const known = new Set(Object.keys(schema.shape));
  return z.preprocess((raw: z.input<Schema>) => foldKeys(raw, { known }), schema);
}

/** Builds complete settings from a preset's name or from partial settings. */
export function resolveFlowConfig(option: FlowConfigOption = "balanced"): FlowConfig {
  if (typeof option === "string") return flowPresets[option];
  return FlowConfig.parse({
    ...balanced,
    ...option,
    penaltyWeights: { ...balanced.penaltyWeights, ...option.penaltyWeights },
  });
}
