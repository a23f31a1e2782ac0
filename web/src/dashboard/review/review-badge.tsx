/** How many checks wait for a person, beside "Review" in the navigation. */
import { useEffect } from "preact/hooks";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";
import { labelGiven } from "./server-store.ts";

/** Nothing while it is unknown, and for several projects at once. */
export function ReviewBadge({ api, workspace }: Pick<ViewProps, "api" | "workspace">) {
  return workspace === null ? null : <WaitingChecks api={api} workspace={workspace} />;
}

function WaitingChecks({ api, workspace }: Pick<ViewProps<string>, "api" | "workspace">) {
  const query = { workspace, limit: 1 };
  const [review, readAgain] = useLoaded((abort) => api.get("/v1/review", { query, abort }), workspace);
  useEffect(() => {
    addEventListener(labelGiven, readAgain);
    return () => removeEventListener(labelGiven, readAgain);
  }, [readAgain]);
  const waiting = review.value?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <>
      {" "}
      <span class="count">
        {waiting}
        <span class="sr"> waiting</span>
      </span>
    </>
  );
}
