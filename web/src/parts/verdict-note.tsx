/** The verdict with its reasons. */
import { Passage } from "../text/passage.tsx";

interface VerdictNoteProps {
  /** `word` replaces PASS and FAIL. */
  readonly verdict: { readonly ok: boolean; readonly word?: string; readonly reasons: readonly string[] };
  /** The sentence if there are no reasons. */
  readonly good: string;
}

export function VerdictNote({ verdict, good }: VerdictNoteProps) {
  return (
    <div class={`verdict ${verdict.ok ? "ok" : "not-ok"}`}>
      <strong>{verdict.word ?? (verdict.ok ? "PASS" : "FAIL")}</strong>
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
