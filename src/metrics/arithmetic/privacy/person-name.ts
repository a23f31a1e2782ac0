/** Decides whether two capitalised words are a person's name. */
import type { CodePointPositions } from "../text/code-points.ts";
import { splitTokens } from "../text/white-space.ts";
import type { Span } from "./span.ts";

/** Weekdays, months, large cities, countries and companies: capitalised, but not names of people. */
const stopWords: ReadonlySet<string> = new Set(
  [
    "monday,tuesday,wednesday,thursday,friday,saturday,sunday",
    "january,february,march,april,may,june,july,august,september,october,november,december",
    "london,paris,berlin,madrid,rome,tokyo,beijing,shanghai,moscow,sydney,toronto,mumbai,delhi,dubai,singapore",
    "chicago,boston,seattle,houston,dallas,miami,new york,los angeles,san francisco,san diego,las vegas,hong kong",
    "america,england,france,germany,spain,italy,china,japan,india,russia,brazil,canada,australia,mexico,korea",
    "united states,united kingdom,new zealand,south africa,south korea,saudi arabia,new delhi,sao paulo",
    "google,microsoft,apple,amazon,facebook,meta,netflix,oracle,intel,ibm,tesla",
  ].flatMap((names) => names.split(",")),
);

const cue = /my name is|called|named|mr\.|mrs\.|ms\.|dr\.|contact|meet/i;
const cueDistance = 100;

/** True if neither word nor their combination is a stop word, and a cue occurs within 100 characters. */
export function isPersonName(text: string, { start, end }: Span, positions: CodePointPositions): boolean {
  const words = splitTokens(text.slice(start, end).toLowerCase());
  if (stopWords.has(words.join(" ")) || words.some((word) => stopWords.has(word))) return false;
  const from = positions.toUnits(positions.toPoints(start) - cueDistance);
  const to = positions.toUnits(positions.toPoints(end) + cueDistance);
  return cue.test(text.slice(from, to));
}
