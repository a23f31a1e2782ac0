/** Hands a file to the browser, which asks where to put it. */
export function download(name: string, parts: BlobPart[], type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  // Names are the agent's choice: only the last part, and nothing a file system could trip over.
  link.download =
    name
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/[^\w. -]+/g, "_") || "file";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
