/** Opens stored files for reading. Accepts regular files only: a pipe might never answer, and a device never end. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Does not wait for a writer if the path is a pipe. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export async function openStoredFile(path: string): Promise<FileHandle> {
  const handle = await open(path, readOnly);
  const isFile = await handle.stat().then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return handle;
  await handle.close();
  throw new Error("it is not a regular file");
}

/** The whole file as text. */
export async function readStoredText(path: string): Promise<string> {
  return (await readStoredFile(path)).toString("utf8");
}

/** The whole file. */
export async function readStoredFile(path: string): Promise<Buffer> {
  await using handle = await openStoredFile(path);
  return await handle.readFile();
}
