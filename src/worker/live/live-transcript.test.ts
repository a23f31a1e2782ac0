import fc from "fast-check";
import { expect, test } from "vitest";
import { readChunkEntries } from "../stored/transcript-chunks.ts";
import { LiveTranscript } from "./live-run.ts";

const entry = (text: string) => ({ type: "assistant" as const, timestamp: null, text });

test("however often it is looked at, every line is given out once and in its order", () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant("add" as const), text: fc.string({ unit: "grapheme", maxLength: 90_000 }) }),
      fc.constant({ do: "store" as const }),
      fc.constant({ do: "fail" as const }),
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(steps, (made) => {
      const transcript = new LiveTranscript();
      const added: string[] = [];
      const stored: string[] = [];
      const numbers: number[] = [];
      const store = () => {
        const chunk = transcript.nextChunk();
        if (chunk === undefined) return false;
        stored.push(...readChunkEntries(chunk.content).map((each) => ("text" in each ? each.text : "")));
        for (let index = chunk.first; index <= chunk.last; index += 1) numbers.push(index);
        transcript.removeStored(chunk);
        return true;
      };
      for (const step of made) {
        if (step.do === "add") {
          added.push(step.text);
          transcript.add(JSON.stringify(entry(step.text)));
        } else if (step.do === "store") store();
        else transcript.nextChunk();
      }
      while (store());
      expect(stored).toEqual(added);
      expect(numbers).toEqual(added.map((_, index) => index));
      expect(transcript.isFull).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test("it is full at 256 KiB, and a chunk ends with the line that passes them", () => {
  const transcript = new LiveTranscript();
  const line = "x".repeat(128 * 1024 - 1);
  transcript.add(line);
  expect(transcript.isFull).toBe(false);
  transcript.add(line);
  transcript.add(line);
  expect(transcript.isFull).toBe(true);
  expect(transcript.nextChunk()).toMatchObject({ first: 0, last: 1 });
});
