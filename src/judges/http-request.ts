/** Decides whether a `curl` or `wget` command only fetches or also sends data. */

/** Whether the request uses a method other than GET or carries data. */
export function isWritingRequest(program: string, words: readonly string[]): boolean {
  if (program === "curl") return curlWrites(words);
  if (program === "wget") return wgetWrites(words);
  return false;
}

const curlData = /^--(?:data(?:-ascii|-binary|-raw|-urlencode)?|form(?:-string)?|upload-file|json)(?:=|$)/;
/** Short options of curl whose value is the rest of the word, or the next word. */
const curlValues = new Set("AbCcDEeHhKmoPQrtUuwxYyz".split(""));

/** With `-G` the data becomes part of the URL, so only the method counts. */
function curlWrites(words: readonly string[]): boolean {
  let method: string | null = null;
  let data = false;
  let asQuery = false;
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    const option = word.startsWith("--") ? longOption(word) : shortOptions(word);
    if (option.method) method = option.value ?? words[++place] ?? null;
    else if (option.skipsNext) place++;
    data ||= option.data;
    asQuery ||= option.asQuery;
  }
  return method === null ? data && !asQuery : method.toUpperCase() !== "GET" || (data && !asQuery);
}

interface CurlOption {
  readonly method: boolean;
  readonly value: string | null;
  readonly data: boolean;
  readonly asQuery: boolean;
  readonly skipsNext: boolean;
}
const nothing: CurlOption = { method: false, value: null, data: false, asQuery: false, skipsNext: false };

function longOption(word: string): CurlOption {
  if (/^--request(?:=|$)/.test(word)) return { ...nothing, method: true, value: word.split("=")[1] ?? null };
  return { ...nothing, data: curlData.test(word), asQuery: word === "--get" };
}

/** Reads a cluster such as `-sSX` or `-XPOST`, up to the first option that takes a value. */
function shortOptions(word: string): CurlOption {
  if (!/^-[A-Za-z]/.test(word)) return nothing;
  let asQuery = false;
  for (let place = 1; place < word.length; place++) {
    const letter = word[place]!;
    const value = word.slice(place + 1) || null;
    if (letter === "X") return { ...nothing, asQuery, method: true, value };
    if ("dFT".includes(letter)) return { ...nothing, asQuery, data: true, skipsNext: value === null };
    if (curlValues.has(letter)) return { ...nothing, asQuery, skipsNext: value === null };
    if (letter === "G") asQuery = true;
  }
  return { ...nothing, asQuery };
}

function wgetWrites(words: readonly string[]): boolean {
  return words.some((word, place) => {
    if (/^--(?:post|body)-(?:data|file)(?:=|$)/.test(word)) return true;
    if (!/^--method(?:=|$)/.test(word)) return false;
    return (word.split("=")[1] ?? words[place + 1] ?? "GET").toUpperCase() !== "GET";
  });
}
