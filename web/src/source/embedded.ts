/** The data inside the page: gzip in base91, in elements that never run. */
import type { EvaluationIndex } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import type { ListName } from "../../../src/core/run/run-lists.ts";
import { decodePacked } from "../../../src/report/html/base91.ts";
import type { PageIndex, RunBlock } from "../../../src/report/html/page-index.ts";
import { segmentId, findSegments, expandReferences } from "../../../src/report/html/text-references.ts";
import type { Source } from "./source.ts";

export function createEmbeddedSource(document: Document): Source {
  const read = createBlockReader(document);
  return {
    index: async () => (await read("index")) as PageIndex | EvaluationIndex,
    async *pieces(blocks) {
      await documentLoaded(document);
      for (const block of blocks) yield (await read(block)) as readonly unknown[];
    },
    async run({ block }) {
      await documentLoaded(document);
      return (await read(block)) as RunBlock;
    },
    async *list(run: RunBlock, name: ListName) {
      for (const block of run.lists[name].blocks) yield (await read(block)) as readonly unknown[];
    },
    async artifact(run, path) {
      const block = Object.hasOwn(run.artifacts, path) ? run.artifacts[path] : undefined;
      return block === undefined ? null : new Uint8Array(await unpack(document, block).arrayBuffer());
    },
    async patch({ patch }) {
      return patch === undefined ? null : new Uint8Array(await unpack(document, patch).arrayBuffer());
    },
  };
}

/** Runs come after the script, so the overview is shown before they are parsed. */
function documentLoaded(document: Document): Promise<void> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
  });
}

/** Reads blocks of JSON; shared segments are unpacked once. */
function createBlockReader(document: Document): (id: string) => Promise<unknown> {
  const segments = new Map<number, Promise<string>>();
  const readSegment = (number: number): Promise<string> => {
    const segment = segments.get(number) ?? unpack(document, segmentId(number)).text();
    segments.set(number, segment);
    return segment;
  };
  return async (id) => {
    const packed = await unpack(document, id).text();
    const needed = new Map<number, string>();
    for (const number of findSegments(packed)) needed.set(number, await readSegment(number));
    return JSON.parse(needed.size === 0 ? packed : expandReferences(packed, needed));
  };
}

function unpack(document: Document, id: string): Response {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`part "${id}" of this file is missing: the file is incomplete or was changed`);
  const bytes = decodePacked(element.textContent);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}
