/** Reads results of calls in the form of Gemini's API. */
import { type Fields, textAt } from "../common/fields.ts";

/** Returns the text of a function's response, or all of it as JSON if it has another form. */
export function describeResponse(response: Fields): string {
  const text = textAt(response, "error") ?? textAt(response, "output");
  if (text !== undefined) return text;
  return Object.keys(response).length === 0 ? "" : JSON.stringify(response);
}
