/** The category of an interaction; the three dimensions made of signals have the same names. */
import { z } from "zod";

export const Category = z.enum(["environment", "service", "agent"]);
export type Category = z.infer<typeof Category>;
export const categories = Category.options;

/** The four dimensions of the AXIS Result, in the order they are shown. */
export const DimensionId = z.enum(["goalAchievement", "environment", "service", "agent"]);
export type DimensionId = z.infer<typeof DimensionId>;
export const dimensionIds = DimensionId.options;
