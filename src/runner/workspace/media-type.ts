/** Detects the type of a file from its first bytes. The name decides only between kinds of text. */
import { isUtf8 } from "node:buffer";

/** Bytes at an offset that identify a format. */
const signatures: readonly { readonly type: string; readonly at?: number; readonly bytes: string }[] = [
  { type: "image/png", bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", bytes: "\xff\xd8\xff" },
  { type: "image/gif", bytes: "GIF87a" },
  { type: "image/gif", bytes: "GIF89a" },
  { type: "image/webp", at: 8, bytes: "WEBP" },
  { type: "audio/wav", at: 8, bytes: "WAVE" },
  { type: "video/mp4", at: 4, bytes: "ftyp" },
  { type: "video/webm", bytes: "\x1a\x45\xdf\xa3" },
  { type: "audio/mpeg", bytes: "ID3" },
  { type: "audio/ogg", bytes: "OggS" },
  { type: "application/pdf", bytes: "%PDF-" },
  { type: "application/zip", bytes: "PK\x03\x04" },
  { type: "application/gzip", bytes: "\x1f\x8b" },
  { type: "application/zstd", bytes: "\x28\xb5\x2f\xfd" },
  { type: "application/wasm", bytes: "\0asm" },
  { type: "application/vnd.sqlite3", bytes: "SQLite format 3\0" },
  { type: "application/x-executable", bytes: "\x7fELF" },
];

/** Text whose beginning identifies its type, whatever the file is called. */
const markups: readonly { readonly type: string; readonly start: RegExp }[] = [
  { type: "text/html", start: /^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body|script)\b/i },
  { type: "image/svg+xml", start: /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<svg\b/i },
  { type: "application/xml", start: /^\s*<\?xml\b/i },
];

const textTypes: Readonly<Record<string, string>> = {
  css: "text/css",
  csv: "text/csv",
  htm: "text/html",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  mjs: "text/javascript",
  svg: "image/svg+xml",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** How many bytes of a file are read to detect its type. */
export const headBytes = 1024;

/** Text is UTF-8 without a zero byte. */
export function isText(content: Uint8Array): boolean {
  return isUtf8(content) && !content.includes(0);
}

/** Detects the type of a whole file. */
export function detectMediaType(path: string, content: Uint8Array): string {
  const found = detectBinaryType(content);
  if (found !== undefined) return found;
  if (!isText(content)) return "application/octet-stream";
  const start = Buffer.from(content.subarray(0, headBytes)).toString("utf8");
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const named = Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined;
  return markups.find((markup) => markup.start.test(start))?.type ?? named ?? "text/plain";
}

/** Detects the type from the first bytes of a file, if they identify one. */
export function detectBinaryType(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, headBytes)).toString("latin1");
  return signatures.find(({ at = 0, bytes }) => text.startsWith(bytes, at))?.type;
}
