/** A file that one or both runs changed: its name, which run changed it, and on demand the lines. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PatchSection } from "../../../src/core/patch-text.ts";
import { Counts, Lines } from "../patch/changed-file.tsx";
import { safeLine } from "../text/safe.ts";
import type { FilePair } from "./file-pairs.ts";

interface PairedFileProps {
  readonly pair: FilePair;
  /** The other run has no diff. */
  readonly isAlone: boolean;
  /** Opens it and moves there. */
  readonly isWanted: boolean;
  readonly onOpened: () => void;
}

const kinds: Readonly<Record<FilePair["kind"], { readonly word: string; readonly tone: string }>> = {
  other: { word: "differs", tone: "warn" },
  before: { word: "only before", tone: "plain" },
  after: { word: "only after", tone: "plain" },
  same: { word: "same", tone: "faint" },
};

export function PairedFile({ pair, isAlone, isWanted, onOpened }: PairedFileProps) {
  const [wasOpened, setOpened] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (!isWanted || details.current === null) return;
    details.current.open = true;
    details.current.scrollIntoView({ block: "start" });
    details.current.querySelector("summary")?.focus({ preventScroll: true });
    onOpened();
  }, [isWanted]);
  const { word, tone } = kinds[pair.kind];
  return (
    <li>
      <details ref={details} onToggle={(event) => void (event.currentTarget.open && setOpened(true))}>
        <summary>
          <code>{safeLine(pair.path, 500)}</code> {!isAlone && <span class={`tag tone-${tone}`}>{word}</span>}{" "}
          <PairCounts pair={pair} />
        </summary>
        {wasOpened && <PairLines pair={pair} isAlone={isAlone} />}
      </details>
    </li>
  );
}

/** The counts of both sides if they differ, otherwise of one. */
function PairCounts({ pair: { kind, before, after } }: { pair: FilePair }) {
  if (kind !== "other") return <AllCounts sections={before.length === 0 ? after : before} />;
  return (
    <>
      <AllCounts sections={before} /> <small>and</small> <AllCounts sections={after} />
    </>
  );
}

function AllCounts({ sections }: { sections: readonly PatchSection[] }) {
  return (
    <>
      {sections.map((file, index) => (
        <Counts key={index} file={file} />
      ))}
    </>
  );
}

/** The lines of both sides; of one if both are the same, or if only one run has a diff. */
function PairLines({ pair: { kind, before, after }, isAlone }: Pick<PairedFileProps, "pair" | "isAlone">) {
  if (isAlone || kind === "same") return <AllLines sections={before.length === 0 ? after : before} />;
  return (
    <div class="both-diffs">
      <div>
        <p class="label">Before</p>
        <AllLines sections={before} />
      </div>
      <div>
        <p class="label">After</p>
        <AllLines sections={after} />
      </div>
    </div>
  );
}

function AllLines({ sections }: { sections: readonly PatchSection[] }) {
  if (sections.length === 0) return <p class="notice">This run did not change the file.</p>;
  return (
    <>
      {sections.map((file, index) => (
        <Lines key={index} file={file} />
      ))}
    </>
  );
}
