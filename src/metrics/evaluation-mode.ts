/** Whether claims are extracted and judged in two questions or in one. */
export const EvaluationMode = { GRANULAR: "granular", HOLISTIC: "holistic" } as const;
export type EvaluationMode = (typeof EvaluationMode)[keyof typeof EvaluationMode];
