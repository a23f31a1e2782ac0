/** How good each sample agent is, and a random number that is the same for the same run. */

/** Chances: to meet a broken page, a rate limit, a wrong option, and to leave out what a check looks for. */
const now = {
  mini: { page: 0.28, limit: 0.06, option: 0.26, miss: 0.05, seconds: 34, usd: 0.049, tokens: 115_000 },
  opus: { page: 0.4, limit: 0.11, option: 0.6, miss: 0.15, seconds: 66, usd: 0.37, tokens: 140_000 },
  flash: { page: 0.22, limit: 0.24, option: 0.48, miss: 0.46, seconds: 19, usd: 0.012, tokens: 60_000 },
};

const before = {
  mini: { ...now.mini, page: 0.16, miss: 0.28 },
  opus: { ...now.opus, page: 0.03, miss: 0.1 },
  flash: { ...now.flash, page: 0.1, limit: 0.14, miss: 0.1 },
};

export function skillOf(model, week) {
  return (week === "before" ? before : now)[model];
}

/** Numbers from 0 to 1, from the name of the run alone. */
export function createRandom(text) {
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    let mixed = Math.imul(state ^ (state >>> 16), 2246822507);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 3266489909);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
