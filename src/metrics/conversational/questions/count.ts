/** A count given by a judge. */
import { z } from "zod";

/** A whole number of at least 0; other numbers are replaced by the nearest valid one. */
export const count = z.preprocess(
  (raw) => (typeof raw === "number" && Number.isFinite(raw) ? Math.max(0, Math.round(raw)) : raw),
  z.number().int().min(0),
);
