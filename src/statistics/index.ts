/** The statistics door: every function by name. */
export { mean, standardDeviation } from "./mean.ts";
export { normalCdf, normalQuantile } from "./normal.ts";
