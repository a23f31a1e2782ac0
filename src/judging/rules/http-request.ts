/** Decides whether a `curl` or `wget` command only fetches or also sends data. */

/** Whether the request uses a method other than GET or carries data. */
export function isWritingRequest(program: string, words: readonly string[]): boolean {
  if (program === "curl") return isCurlWrite(words);
  if (program === "wget") return isWgetWrite(words);
  return false;
}

const curlData = /^--(?:data(?:-ascii|-binary|-raw|-urlencode)?|form(?:-string)?|upload-file|json)(?:=|$)/;
/** Short options of curl whose value is the rest of the word, or the next word. */
const curlValues = new Set("AbCcDEeHhKmoPQrtUuwxYyz".split(""));

/** With `-G` the data becomes part of the URL, so only the method counts. */
function isCurlWrite(words: readonly string[]): boolean {
  let method: string | null = null;
  let data = false;
  let asQuery = false;
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    const option = word.startsWith("--") ? parseLongOption(word) : parseShortOptions(word);
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
const noOption: CurlOption = { method: false, value: null, data: false, asQuery: false, skipsNext: false };

function parseLongOption(word: string): CurlOption {
  if (/^--request(?:=|$)/.test(word)) return { ...noOption, method: true, value: word.split("=")[1] ?? null };
  return { ...noOption, data: curlData.test(word), asQuery: word === "--get" };
}

/** Reads a cluster such as `-sSX` or `-XPOST`, up to the first option that takes a value. */
function parseShortOptions(word: string): CurlOption {
  if (!/^-[A-Za-z]/.test(word)) return noOption;
  let asQuery = false;
  for (let place = 1; place < word.length; place++) {
    const letter = word[place]!;
    const value = word.slice(place + 1) || null;
    if (letter === "X") return { ...noOption, asQuery, method: true, value };
    if ("dFT".includes(letter)) return { ...noOption, asQuery, data: true, skipsNext: value === null };
    if (curlValues.has(letter)) return { ...noOption, asQuery, skipsNext: value === null };
    if (letter === "G") asQuery = true;
  }
  return { ...noOption, asQuery };
}

function isWgetWrite(words: readonly string[]): boolean {
  return words.some((word, place) => {
    if (/^--(?:post|body)-(?:data|file)(?:=|$)/.test(word)) return true;
    if (!/^--method(?:=|$)/.test(word)) return false;
    return (word.split("=")[1] ?? words[place + 1] ?? "GET").toUpperCase() !== "GET";
  });
}
