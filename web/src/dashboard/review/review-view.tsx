/** Review on the server: judged checks of the newest runs of a workspace. */
import { useEffect, useMemo } from "preact/hooks";
import { readCheckPlace } from "../../page-routes.ts";
import { ReviewPage } from "../../review/review-page.tsx";
import { createRunSource } from "../run/run-source.ts";
import { stepLink } from "../view-route.ts";
import type { ViewProps } from "../views.ts";
import { createServerStore } from "./server-store.ts";

export function ReviewView({ api, workspace, route }: ViewProps<string>) {
  const store = useMemo(() => createServerStore(api, workspace), [api, workspace]);
  const ended = useMemo(() => new AbortController(), [api]);
  const source = useMemo(() => createRunSource(api, ended.signal), [api, ended]);
  useEffect(() => () => ended.abort(), [ended]);
  return (
    <ReviewPage
      store={store}
      source={source}
      place={readCheckPlace(route.query)}
      onPlace={({ runId, checkIndex }) => route.change({ run: runId, check: String(checkIndex + 1) })}
      linkTo={(runId, step) => stepLink(route, runId)(step)}
    />
  );
}
