/** All families of the corpus. */
import type { Family } from "./case.ts";
import { comments, encoded, invisible, padding } from "./families/disguises.ts";
import { order, systemMessage, verdictLine } from "./families/orders.ts";
import { forgedOutput, places } from "./families/places.ts";
import { boundaryGuess, fakeJson, fenceBreak } from "./families/structures.ts";

export const families: readonly Family[] = [
  order,
  systemMessage,
  verdictLine,
  fakeJson,
  fenceBreak,
  boundaryGuess,
  invisible,
  encoded,
  places,
  comments,
  forgedOutput,
  padding,
];
