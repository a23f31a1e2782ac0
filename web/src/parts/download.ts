/** Saves a file through the browser. */
export function download(name: string, parts: BlobPart[], type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  // Agents choose file names: only the last part, without characters that file systems reject.
  link.download =
    name
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/[^\w. -]+/g, "_") || "file";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
