/** Documents of other versions: older ones are upgraded once, when they are read; newer ones are refused. */
import { AxisError } from "../../core/error.ts";

type Upgrade = (document: object) => object;

/** Upgrades from each version to the next. Version 1 is the first, so there is nothing to upgrade yet. */
const upgrades: Readonly<Record<string, Upgrade>> = {};

/** The document in the current version. */
export function upgradeDocument(document: unknown, file: string, current: string): object {
  const version = readVersion(document);
  if (typeof document !== "object" || document === null || version === null)
    throw new AxisError("report-unreadable", `${file} has no valid version`);
  if (version > Number(current))
    throw new AxisError(
      "report-newer",
      `${file} was written by a newer version of AXIS (document version ${version}; this AXIS reads up to ${current})`,
      { hint: "Update AXIS to read it" },
    );
  let result: object = document;
  for (let from = version; from < Number(current); from += 1) result = upgrades[from]?.(result) ?? result;
  return result;
}

function readVersion(document: unknown): number | null {
  if (typeof document !== "object" || document === null || !("version" in document)) return null;
  const { version } = document;
  return typeof version === "string" && /^[1-9]\d{0,5}$/.test(version) ? Number(version) : null;
}
