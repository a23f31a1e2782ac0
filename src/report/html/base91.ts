/** Bytes as printable characters that need no escaping in HTML: 13 bits in two, so 8 % shorter than base64. */

/** From `!` to `~`, without what HTML could take for markup. */
const alphabet = Uint8Array.from({ length: 94 }, (_, at) => at + 33).filter(
  (code) => !"<>&".includes(String.fromCharCode(code)),
);
const base = alphabet.length;
const pairBits = 13;
/** What one character holds, for the last few bits. */
const singleBits = 6;

export function encodeBase91(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil((bytes.length * 8) / pairBits) * 2);
  let [length, bits, count] = [0, 0, 0];
  const write = (digit: number) => {
    codes[length] = alphabet[digit] as number;
    length += 1;
  };
  for (const byte of bytes) {
    bits |= byte << count;
    count += 8;
    if (count < pairBits) continue;
    const value = bits & (2 ** pairBits - 1);
    write(value % base);
    write(Math.floor(value / base));
    bits >>>= pairBits;
    count -= pairBits;
  }
  if (count > 0) write(bits % base);
  if (count > singleBits) write(Math.floor(bits / base));
  return new TextDecoder().decode(codes.subarray(0, length));
}

/** Ignores nothing: the text must be one that `encodeBase91` made. */
export function decodeBase91(text: string): Uint8Array<ArrayBuffer> {
  const digits = new Uint8Array(128);
  for (const [digit, code] of alphabet.entries()) digits[code] = digit;
  const digitAt = (at: number) => digits[text.charCodeAt(at)] as number;
  const pairs = Math.floor(text.length / 2);
  const bytes = new Uint8Array(Math.floor((pairs * pairBits + (text.length % 2) * singleBits) / 8));
  let [length, bits, count] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 2) {
    const isSingle = at + 1 === text.length;
    bits |= (isSingle ? digitAt(at) : digitAt(at) + digitAt(at + 1) * base) << count;
    count += isSingle ? singleBits : pairBits;
    for (; count >= 8; count -= 8, bits >>>= 8) {
      bytes[length] = bits;
      length += 1;
    }
  }
  return bytes;
}

/** Compressed data in a page. Earlier versions wrote it in base64, where it begins like this. */
export function decodePacked(text: string): Uint8Array<ArrayBuffer> {
  return text.startsWith("H4sI")
    ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    : decodeBase91(text);
}
