import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk, withNamedErrors } from "./disk.ts";

const folder = () => mkdtempSync(join(tmpdir(), "axis-disk-"));

test("what is written comes in order, short or long, at once or not", async () => {
  const path = join(folder(), "file");
  const long = Buffer.alloc(300_000, "l");
  const file = await nodeDisk.open(path, "new");
  await Promise.all([file.write(Buffer.from("short ")), file.write(long), file.write(long)]);
  file.writeNow(Buffer.from(" now"));
  await file.write(new Uint8Array());
  await file.sync();
  await file.close();
  expect(readFileSync(path, "utf8")).toBe(`short ${long.toString()}${long.toString()} now`);
  const again = await nodeDisk.open(path, "append");
  await again.write(long);
  again.writeNow(Buffer.from("!"));
  await again.close();
  expect(readFileSync(path, "utf8").slice(600_010)).toBe(`${long.toString()}!`);
});

test("a closed file takes nothing more: its number may be another file's by then", async () => {
  const root = folder();
  const closed = await nodeDisk.open(join(root, "closed"), "new");
  await closed.close();
  const other = await nodeDisk.open(join(root, "other"), "new");
  expect(() => closed.writeNow(Buffer.from("x"))).toThrow("closed");
  await expect(closed.write(Buffer.from("x"))).rejects.toThrow("closed");
  await expect(closed.sync()).rejects.toThrow("closed");
  await expect(closed.close()).rejects.toThrow("closed");
  await other.write(Buffer.from("mine"));
  await other.close();
  expect(readFileSync(join(root, "other"), "utf8")).toBe("mine");
});

test("a new file is refused where one is", async () => {
  const path = join(folder(), "file");
  await (await nodeDisk.open(path, "new")).close();
  await expect(nodeDisk.open(path, "new")).rejects.toMatchObject({ code: "EEXIST" });
});

test("what is in the way of a file is said, with the way out", async () => {
  const root = folder();
  const disk = withNamedErrors(nodeDisk);
  mkdirSync(join(root, "folder"));
  symlinkSync(join(root, "loop"), join(root, "loop"));
  await (await disk.open(join(root, "file"), "new")).close();
  const inTheWay = { code: "not-writable", hint: "Something else is at this path: move it away" };
  await expect(disk.rename(join(root, "file"), join(root, "folder"))).rejects.toMatchObject(inTheWay);
  await expect(disk.open(join(root, "loop"), "append")).rejects.toMatchObject(inTheWay);
  await expect(disk.open(join(root, "file/within"), "new")).rejects.toMatchObject(inTheWay);
});

test("a folder that is gone is no defect of ours: what could not be written is named, with what to do", async () => {
  const disk = withNamedErrors(nodeDisk);
  const path = join(folder(), "gone", "file");
  const said = {
    code: "disk",
    message: `${path} could not be written because its folder no longer exists (ENOENT)`,
    hint: "Something deleted it while AXIS was running. List the remaining reports with: axis reports",
  };
  await expect(disk.open(path, "new")).rejects.toMatchObject(said);
  await expect(disk.makeFolder(path)).rejects.toMatchObject(said);
});
