/** Opens what is stored to read it: files alone. A pipe in the place of one would never answer, a device never end. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Not waiting for a writer, should it be a pipe. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export async function openStored(path: string): Promise<FileHandle> {
  const handle = await open(path, readOnly);
  const isFile = await handle.stat().then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return handle;
  await handle.close();
  throw new Error("it is not a file");
}

/** All of it as text. */
export async function storedText(path: string): Promise<string> {
  return (await readStored(path)).toString("utf8");
}

/** All of it. */
export async function readStored(path: string): Promise<Buffer> {
  await using handle = await openStored(path);
  return await handle.readFile();
}
