/** What can be shown of a file: text, or a picture by its first bytes. Its name and claimed type count for nothing. */

export type Preview =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly address: string }
  | { readonly kind: "other" };

/** Pictures that cannot carry a program; `RIFF....WEBP` has its name later. */
const pictures: readonly { readonly type: string; readonly at: number; readonly bytes: readonly number[] }[] = [
  { type: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/gif", at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
];

export function previewOf(bytes: Uint8Array): Preview {
  const picture = pictures.find(({ at, bytes: mark }) => mark.every((byte, index) => bytes[at + index] === byte));
  if (picture !== undefined) return { kind: "image", address: `data:${picture.type};base64,${base64(bytes)}` };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? { kind: "other" } : { kind: "text", text };
  } catch {
    return { kind: "other" }; // Bytes that are no text.
  }
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}
