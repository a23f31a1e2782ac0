/** The ways in which a value is usually written: by programs of many languages, not by JavaScript alone. */

/** A line of a value counts from here on: shorter ones stand in every text. */
const shortestLine = 16;
/** Of base64 that is broken into lines, the last piece may be short; less than this says nothing. */
const shortestPiece = 8;
/** Where programs break lines of base64: `base64` and MIME; `openssl` and PEM. */
const lineLengths = [76, 64];

/** A value as it may appear: as is, in JSON (also in JSON within JSON), in a URL, in base64 at each alignment, and line by line. */
export function encodings(value: string): string[] {
  const lines = value.includes("\n") ? value.split(/\r?\n/).filter((line) => line.length >= shortestLine) : [];
  const forms = [value, ...lines].flatMap((part) => [
    part,
    ...jsonForms(part),
    ...urlForms(part),
    ...base64Forms(part),
  ]);
  return [...new Set(forms)];
}

/** Escaped once, twice and three times: a tool's JSON output stands in the JSON line an agent prints. */
function jsonForms(value: string): string[] {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  return jsonDialects(escaped(value)).flatMap((once) =>
    once === value ? [] : [once, escaped(once), escaped(escaped(once))],
  );
}

/** JSON may escape more than it must: Python what is not ASCII, Go what HTML knows, PHP what is not ASCII and slashes. */
function jsonDialects(text: string): string[] {
  const ascii = text.replace(/[\u007F-\uFFFF]/g, unicodeEscape);
  return [text, ascii, text.replace(/[<>&\u2028\u2029]/g, unicodeEscape), ascii.replaceAll("/", String.raw`\/`)];
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** What is left as it is differs: of JavaScript, of Python with and without slashes, of Java, of a form. Hexadecimal digits of either case. */
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

/** The characters of base64 that depend on the value alone, for each of the three places it can start at. */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const content = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((content.length * 8) / 6);
    const form = content.toString("base64").slice(first, last);
    const forms = offset === 0 ? [form, ...lineLengths.flatMap((length) => pieces(form, length))] : [form];
    return forms.flatMap((each) => [each, each.replaceAll("+", "-").replaceAll("/", "_")]);
  });
}

/** What a long value becomes where it is written in lines, as `base64` does: each of them tells a part of it. */
function pieces(form: string, length: number): string[] {
  const count = Math.ceil(form.length / length);
  if (count === 1) return [];
  const lines = Array.from({ length: count }, (_, line) => form.slice(line * length, (line + 1) * length));
  return lines.filter((line) => line.length >= shortestPiece);
}
