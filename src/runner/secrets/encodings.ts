/** Lists the usual ways to write a value, in programs of many languages and not only JavaScript. */

/** The shortest line of a value that counts: shorter ones occur in every text. */
const shortestLine = 16;
/** The last piece of base64 that is broken into lines may be short; a piece shorter than this reveals nothing. */
const shortestPiece = 8;
/** Where programs break lines of base64: `base64` and MIME; `openssl` and PEM. */
const lineLengths = [76, 64];

/** A value as it may appear: as is, in JSON (even nested JSON), in a URL, in base64 at each alignment, and line by line. */
export function listEncodings(value: string): string[] {
  const lines = value.includes("\n") ? value.split(/\r?\n/).filter((line) => line.length >= shortestLine) : [];
  const forms = [value, ...lines].flatMap((part) => [
    part,
    ...jsonForms(part),
    ...urlForms(part),
    ...base64Forms(part),
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

/** The base64 characters that depend only on the value, for each of the three possible offsets. */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const content = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((content.length * 8) / 6);
    const form = content.toString("base64").slice(first, last);
    const forms = offset === 0 ? [form, ...lineLengths.flatMap((length) => splitIntoPieces(form, length))] : [form];
    return forms.flatMap((each) => [each, each.replaceAll("+", "-").replaceAll("/", "_")]);
  });
}

/** The lines of a long value when it is wrapped, as `base64` does: each line reveals a part of it. */
function splitIntoPieces(form: string, length: number): string[] {
  const count = Math.ceil(form.length / length);
  if (count === 1) return [];
  const lines = Array.from({ length: count }, (_, line) => form.slice(line * length, (line + 1) * length));
  return lines.filter((line) => line.length >= shortestPiece);
}
