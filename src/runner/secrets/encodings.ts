/** Lists the usual ways to write a value, in programs of many languages and not only JavaScript. */

/** The shortest line of a value that counts: shorter ones occur in every text. */
const shortestLine = 16;

/** A value as it may appear: as is, in JSON (even nested JSON), in a URL, encoded as bytes, and line by line. */
export function listEncodings(value: string): string[] {
  const lines = value.includes("\n") ? value.split(/\r?\n/).filter((line) => line.length >= shortestLine) : [];
  const forms = [value, ...lines].flatMap((part) => [
    part,
    ...jsonForms(part),
    ...urlForms(part),
    ...listByteEncodings(part),
  ]);
  return [...new Set(forms)];
}

/** Escaped once, twice and three times, because a tool's JSON output appears inside the JSON line an agent prints. */
function jsonForms(value: string): string[] {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  return jsonDialects(escaped(value)).flatMap((once) =>
    once === value ? [] : [once, escaped(once), escaped(escaped(once))],
  );
}

/** JSON may escape more than it must: Python escapes non-ASCII, Go HTML characters, PHP non-ASCII and slashes. */
function jsonDialects(text: string): string[] {
  const ascii = text.replace(/[\u007F-\uFFFF]/g, unicodeEscape);
  return [text, ascii, text.replace(/[<>&\u2028\u2029]/g, unicodeEscape), ascii.replaceAll("/", String.raw`\/`)];
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** JavaScript, Python (with and without slashes), Java and forms escape different characters. Hex digits in either case. */
function urlForms(value: string): string[] {
  const text = encodeURIComponent(value.toWellFormed());
  const strict = text.replace(/[!'()*]/g, percent);
  const upper = [text, strict, strict.replaceAll("%2F", "/"), encodeURI(value.toWellFormed())];
  const form = [strict, strict.replaceAll("~", "%7E"), strict.replaceAll("%2A", "*").replaceAll("~", "%7E")];
  const forms = [...upper, ...form, ...form.map((each) => each.replaceAll("%20", "+"))];
  return [...forms, ...forms.map((each) => each.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The value in base64, at each of the three alignments, and in hexadecimal: forms that may be a part of a longer one. */
export function listByteEncodings(value: string): string[] {
  const hex = Buffer.from(value).toString("hex");
  return [...base64Forms(value), hex, hex.toUpperCase()];
}

/** The base64 characters that depend only on the value, for each of the three possible offsets. */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const content = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((content.length * 8) / 6);
    const form = content.toString("base64").slice(first, last);
    return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
