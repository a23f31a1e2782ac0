/** Compares two runs by their records or, if one is missing, by the numbers on the server. */
import type { ComponentChildren } from "preact";
import { RunsCompared } from "../../compare/runs-compared.tsx";
import { Failure, Loading } from "../parts/states.tsx";
import type { ViewProps } from "../views.ts";
import { stepLink } from "../view-route.ts";
import { type PageReading, type Recorded, useRunPage } from "../run/use-run-page.ts";
import { DocumentsCompared } from "./documents-compared.tsx";
import { RunChoice } from "./run-choice.tsx";

export function CompareView({ api, route }: ViewProps) {
  const { a = "", b = "" } = route.parameters;
  const before = useRunPage({ api, runId: a, turn: "" });
  const after = useRunPage({ api, runId: b, turn: "" });
  const failed = [before, after].map(findFailure).find((error) => error !== null);
  if (failed !== undefined && failed !== null)
    return (
      <ComparePlaceholder>
        <Failure error={failed} />
      </ComparePlaceholder>
    );
  if (before.state === "absent" || after.state === "absent")
    return (
      <DocumentsCompared
        {...{ api, route, a, b }}
        isRecorded={{ a: before.state !== "absent", b: after.state !== "absent" }}
      />
    );
  const [old, now] = [ifComplete(before), ifComplete(after)];
  if (old === null || now === null)
    return (
      <ComparePlaceholder>
        <Loading />
      </ComparePlaceholder>
    );
  const toSide = ({ data, source }: Recorded, id: string) => ({
    data,
    source,
    linkTo: stepLink(route, id),
    origin: id,
  });
  return (
    <RunsCompared
      before={toSide(old, a)}
      after={toSide(now, b)}
      crumbs={<a href={route.link("runs")}>All runs</a>}
      actions={<RunChoice {...{ api, route, a, b }} />}
    />
  );
}

/** Shown until both runs are loaded. */
function ComparePlaceholder({ children }: { children: ComponentChildren }) {
  return (
    <>
      <h1>Two runs</h1>
      {children}
    </>
  );
}

function findFailure(reading: PageReading) {
  return reading.state === "failed" || reading.state === "recorded" ? reading.error : null;
}

function ifComplete(reading: PageReading): Recorded | null {
  return reading.state === "recorded" && reading.data.isWhole ? reading : null;
}
