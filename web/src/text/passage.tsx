/** Text of others within a sentence of the page: any length, either direction, and what stands around it stays as it is. */
import { useState } from "preact/hooks";
import { RestOfText } from "./rest-of-text.tsx";
import { safe } from "./safe.ts";

/** As much as is read in one go. */
const first = 1500;

export function Passage({ text, name = "text" }: { text: string; name?: string }) {
  const [length, setLength] = useState(first);
  return (
    <>
      <bdi>{safe(text.slice(0, length).toWellFormed())}</bdi>
      <RestOfText {...{ text, name, length, setLength }} />
    </>
  );
}
