/** Links to steps of the transcript. */
import type { StepLink } from "../router.ts";

const most = 20;

export function StepLinks({ ids, linkTo }: { ids: readonly number[]; linkTo: StepLink }) {
  return (
    <span class="steps">
      {ids.slice(0, most).map((id) => (
        <a key={id} href={linkTo(id)}>
          #{id}
        </a>
      ))}
      {ids.length > most && <span>and {ids.length - most} more</span>}
    </span>
  );
}
