/** The verdict with its reasons. */
import { Passage } from "../text/passage.tsx";

interface VerdictNoteProps {
  /** `word` replaces PASS and FAIL. */
  readonly verdict: { readonly ok: boolean; readonly word?: string; readonly reasons: readonly string[] };
  /** The sentence if there are no reasons. */
  readonly good: string;
}

/** Words whose color is neither that of PASS nor that of FAIL. */
const tones: Readonly<Record<string, string>> = { INCOMPLETE: "incomplete", MEASURED: "measured" };

export function VerdictNote({ verdict, good }: VerdictNoteProps) {
  const word = verdict.word ?? (verdict.ok ? "PASS" : "FAIL");
  return (
    <div class={`verdict ${tones[word] ?? (verdict.ok ? "ok" : "not-ok")}`}>
      <strong>{word}</strong>
      {verdict.reasons.length === 0 ? (
        <p>{good}</p>
      ) : (
        <ul>
          {verdict.reasons.map((reason, index) => (
            <li key={index}>
              <Passage text={reason} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
