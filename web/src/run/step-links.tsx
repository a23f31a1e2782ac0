/** Links to steps of the transcript. */
import type { StepLink } from "../router.ts";

const maxLinks = 20;

export function StepLinks({ ids, linkTo }: { ids: readonly number[]; linkTo: StepLink }) {
  return (
    <span class="steps">
      {ids.slice(0, maxLinks).map((id) => (
        <a key={id} href={linkTo(id)}>
          #{id}
        </a>
      ))}
      {ids.length > maxLinks && <span>and {ids.length - maxLinks} more</span>}
    </span>
  );
}
