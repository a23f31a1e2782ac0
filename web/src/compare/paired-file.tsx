/** A file that one or both runs changed: its name, which run changed it, and on demand the lines. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PatchSection } from "../../../src/core/patch-text.ts";
import { Counts, Lines } from "../patch/changed-file.tsx";
import { safeLine } from "../text/safe.ts";
import type { FilePair } from "./file-pairs.ts";

interface SideName {
  /** Above its lines. */
  readonly title: string;
  /** After "the run". */
  readonly run: string;
  /** For a file that only this run changed. */
  readonly only: string;
}

export interface SideNames {
  readonly before: SideName;
  readonly after: SideName;
}

export const beforeAndAfter: SideNames = {
  before: { title: "Before", run: "before", only: "only before" },
  after: { title: "After", run: "after", only: "only after" },
};

interface PairedFileProps {
  readonly pair: FilePair;
  readonly sides: SideNames;
  /** The other run has no diff. */
  readonly isAlone: boolean;
  /** From the start. */
  readonly isOpen: boolean;
  /** Opens it and moves there. */
  readonly isWanted: boolean;
  readonly onOpened: () => void;
}

const tones: Readonly<Record<FilePair["kind"], string>> = {
  other: "warn",
  before: "plain",
  after: "plain",
  same: "faint",
};

function nameKind(kind: FilePair["kind"], { before, after }: SideNames): string {
  return { other: "differs", before: before.only, after: after.only, same: "same" }[kind];
}

export function PairedFile({ pair, isAlone, sides, isOpen, isWanted, onOpened }: PairedFileProps) {
  const [wasOpened, setOpened] = useState(isOpen);
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (!isWanted || details.current === null) return;
    details.current.open = true;
    details.current.scrollIntoView({ block: "start" });
    details.current.querySelector("summary")?.focus({ preventScroll: true });
    onOpened();
  }, [isWanted]);
  return (
    <li>
      <details ref={details} open={isOpen} onToggle={(event) => void (event.currentTarget.open && setOpened(true))}>
        <summary>
          <code>{safeLine(pair.path, 500)}</code>{" "}
          {!isAlone && <span class={`tag tone-${tones[pair.kind]}`}>{nameKind(pair.kind, sides)}</span>}{" "}
          <PairCounts pair={pair} />
        </summary>
        {wasOpened && <PairLines pair={pair} isAlone={isAlone} sides={sides} />}
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
function PairLines({
  pair: { kind, before, after },
  isAlone,
  sides,
}: Pick<PairedFileProps, "pair" | "isAlone" | "sides">) {
  if (isAlone || kind === "same") return <AllLines sections={before.length === 0 ? after : before} />;
  return (
    <div class="both-diffs">
      <div>
        <p class="label">{sides.before.title}</p>
        <AllLines sections={before} />
      </div>
      <div>
        <p class="label">{sides.after.title}</p>
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
