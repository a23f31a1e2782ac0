/** Addresses of a run and its steps within the dashboard. */
import type { StepLink } from "../../router.ts";
import type { ViewRoute } from "../route.ts";

export function stepLink(route: ViewRoute, id: string): StepLink {
  return (step) =>
    step === undefined
      ? route.link("runs/{id}", { id })
      : route.link("runs/{id}/step/{step}", { id, step: String(step) });
}
