/** The package's own name and version, in one place. */
export const packageName = "axis-eval";
export const axisVersion = "0.1.0";
