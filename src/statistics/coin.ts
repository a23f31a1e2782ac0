/** The binomial distribution with one half: what fair coins do. */

/** Up to this many coins 2^-n is a normal number, and the chances of small n come out without any rounding. */
const direct = 1000;

/** The chances of at most j heads out of n fair coins, for every j from 0 to n/2. */
export function coinTails(n: number): Float64Array {
  const chances = n <= direct ? directChances(n) : chancesFromMiddle(n);
  let sum = 0;
  return chances.map((chance) => (sum += chance));
}

function directChances(n: number): Float64Array {
  const chances = new Float64Array(Math.floor(n / 2) + 1);
  let chance = 2 ** -n;
  for (let heads = 0; heads < chances.length; heads += 1) {
    chances[heads] = chance;
    chance = (chance * (n - heads)) / (heads + 1);
  }
  return chances;
}

/** Relative to the middle, then divided by their sum: nothing overflows, and what vanishes is far out. */
function chancesFromMiddle(n: number): Float64Array {
  const middle = Math.floor(n / 2);
  const chances = new Float64Array(middle + 1);
  let sum = 0;
  let weight = 1;
  for (let heads = middle; heads >= 0; heads -= 1) {
    chances[heads] = weight;
    sum += heads * 2 === n ? weight : 2 * weight;
    weight *= heads / (n - heads + 1);
  }
  return chances.map((value) => value / sum);
}
