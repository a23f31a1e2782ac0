/** The home of the dashboard: what the last report says, and all reports. */
import { Section } from "../../parts/section.tsx";
import { ReportList } from "../reports/reports.tsx";
import type { ViewProps } from "../views.ts";

export function Overview(props: ViewProps) {
  return (
    <>
      <h1>Overview</h1>
      <Section id="reports" title="Reports" note="newest first">
        <ReportList {...props} />
      </Section>
    </>
  );
}
