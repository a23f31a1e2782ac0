/** A number of things that a judge counted. */
import { z } from "zod";

/** Whole and not below 0; a number beside that is held at the nearest. */
export const count = z.preprocess(
  (raw) => (typeof raw === "number" && Number.isFinite(raw) ? Math.max(0, Math.round(raw)) : raw),
  z.number().int().min(0),
);
