/** The binomial distribution with probability one half: fair coins. */

/** Up to this many coins, 2^-n is a normal floating-point number, and small n are computed without rounding. */
const maxDirectCoins = 1000;

/** The probabilities of at most j heads in n fair coin tosses, for every j from 0 to n/2. */
export function coinTails(n: number): Float64Array {
  const chances = n <= maxDirectCoins ? directChances(n) : chancesFromMiddle(n);
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

/** Computed relative to the middle, then divided by the sum: nothing overflows, and only far tails underflow. */
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
