/** Errors of the registry. */
import { AxisError } from "../core/error.ts";

/** An unknown metric, or a class that cannot be registered. */
export class MetricRegistryError extends AxisError {}
