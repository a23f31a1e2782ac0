/** What the registry refuses. */
import { AxisError } from "../core/error.ts";

/** A metric that is not known, or a class that cannot be registered. */
export class MetricRegistryError extends AxisError {}
