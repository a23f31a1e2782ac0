/** What is new and waits to be shown, so that nothing moves under the eye. */
import { formatCount } from "../../../../src/report/text/format-verdict.ts";
import type { RunsShown } from "./use-runs.ts";

export function News({ runs }: { runs: RunsShown }) {
  const waiting = runs.list?.waiting.length ?? 0;
  const isOutdated = runs.list?.isOutdated === true;
  if (waiting === 0 && !isOutdated) return null;
  const show = () => {
    if (isOutdated) runs.readAnew();
    else runs.showWaiting();
    scrollTo({ top: 0, behavior: "instant" });
  };
  return (
    <button type="button" class="news primary" onClick={show}>
      {isOutdated ? "The list has changed: show it anew" : `${formatCount(waiting, "new run")}: show`}
    </button>
  );
}
