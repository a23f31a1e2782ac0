/** Text from agents and judges inside one of our sentences: any length, any direction, without affecting the rest. */
import { useState } from "preact/hooks";
import { RestOfText } from "./rest-of-text.tsx";
import { safe } from "./safe.ts";

/** Characters shown at first. */
const initialLength = 1500;

export function Passage({ text, name = "text" }: { text: string; name?: string }) {
  const [length, setLength] = useState(initialLength);
  return (
    <>
      <bdi>{safe(text.slice(0, length).toWellFormed())}</bdi>
      <RestOfText {...{ text, name, length, setLength }} />
    </>
  );
}
