/** Reads and writes a project's `.axis/calibration.json`: it is written whole or not at all, and later reports read it. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Calibration } from "../../core/report/calibration.ts";
import { AxisError, errorMessage, systemCode } from "../../core/error.ts";
import { replaceFile } from "../../core/files/write-file.ts";

export function calibrationPath(configDir: string): string {
  return join(configDir, ".axis", "calibration.json");
}

/** Returns undefined if the file does not exist. A file that cannot be read is an error, so that it is noticed. */
export async function readCalibration(configDir: string): Promise<Calibration | undefined> {
  const file = calibrationPath(configDir);
  try {
    return Calibration.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(cause) ?? "")) return undefined;
    throw new AxisError("config-invalid", `${file} could not be read (${errorMessage(cause).split("\n")[0]})`, {
      hint: "Delete it, or create it again with: axis calibrate <labels> --report latest",
      cause,
    });
  }
}

/** Returns the path of the written file. */
export async function writeCalibration(configDir: string, calibration: Calibration): Promise<string> {
  const file = calibrationPath(configDir);
  try {
    await mkdir(join(configDir, ".axis"), { recursive: true });
    await replaceFile(file, `${JSON.stringify(calibration, null, 2)}\n`);
  } catch (cause) {
    throw new AxisError("not-writable", `${file} could not be written (${errorMessage(cause)})`, { cause });
  }
  return file;
}
