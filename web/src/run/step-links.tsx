/** Links to steps of the transcript. */
import { type RunAddress, runLink } from "../router.ts";

const most = 20;

export function StepLinks({ ids, address }: { ids: readonly number[]; address: RunAddress }) {
  return (
    <span class="steps">
      {ids.slice(0, most).map((id) => (
        <a key={id} href={runLink(address, id)}>
          #{id}
        </a>
      ))}
      {ids.length > most && <span>and {ids.length - most} more</span>}
    </span>
  );
}
