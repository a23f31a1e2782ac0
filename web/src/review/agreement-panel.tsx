/** How far the judges agree with people so far: a table of two by two, a sentence, and how many labels are missing. */
import { useState } from "preact/hooks";
import { errorMessage } from "../../../src/core/error.ts";
import type { Estimate } from "../../../src/core/report/calibration.ts";
import type { PeopleAgreement } from "../../../src/report/review/people-agreement.ts";
import { safe, safeLine } from "../text/safe.ts";
import type { ReviewStore } from "./review-store.ts";

interface AgreementProps {
  readonly agreement: PeopleAgreement;
  readonly store: ReviewStore;
  readonly by: string | null;
}

export function AgreementPanel({ agreement, store, by }: AgreementProps) {
  const { labels, needed, unsure } = agreement;
  return (
    <section class="so-far" aria-label="So far">
      <p class="label">So far</p>
      {labels > 0 && <AgreementTable agreement={agreement} />}
      <p>
        {labels > 0 && `${describeAgreement(agreement)} `}
        {describeCount(agreement)}
      </p>
      <progress max={needed} value={Math.min(labels, needed)} aria-label="Labels for a calibration" />
      <p class="decided">
        {unsure > 0 &&
          `${unsure} more ${unsure === 1 ? "says" : "say"} “I cannot tell” and ${unsure === 1 ? "does" : "do"} not count.`}{" "}
        Kept
        {by === null ? (
          ""
        ) : (
          <>
            {" "}
            as <b>{safeLine(by, 60)}</b>
          </>
        )}{" "}
        in {store.place}; <code>axis calibrate</code> reads them.
      </p>
      {store.download !== undefined && <Download download={store.download} />}
    </section>
  );
}

function AgreementTable({ agreement }: { readonly agreement: PeopleAgreement }) {
  const { bothPass, tooStrict, tooLenient, bothFail } = agreement;
  return (
    <table class="agreement">
      <caption class="sr">Labels by what the judge and what people say</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">judge: holds</th>
          <th scope="col">does not</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">people: holds</th>
          <td class="agrees">{bothPass}</td>
          <td class={tooStrict > 0 ? "differs" : undefined}>{tooStrict}</td>
        </tr>
        <tr>
          <th scope="row">does not</th>
          <td class={tooLenient > 0 ? "differs" : undefined}>{tooLenient}</td>
          <td class="agrees">{bothFail}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** Agreement and kappa with their bounds, and which way the judge errs. */
export function describeAgreement({ accuracy, kappa, tooLenient, tooStrict }: PeopleAgreement): string {
  const share = accuracy.value === null ? "" : `${formatPercent(accuracy)} agreement, `;
  const chance = kappa.value === null ? "kappa unknown" : `kappa ${formatBounds(kappa)}`;
  return `${share}${chance}. The judge was too lenient ${formatTimes(tooLenient)}, and too strict ${formatTimes(tooStrict)}.`;
}

export function describeCount({ labels, needed, tooLenient, bothFail }: PeopleAgreement): string {
  const fails = tooLenient + bothFail;
  return `${labels} of the ${needed} labels that a calibration needs${labels === 0 ? "" : `, ${fails} of them ${fails === 1 ? "a fail" : "fails"}`}.`;
}

function formatTimes(count: number): string {
  return count === 0 ? "never" : count === 1 ? "once" : `${count} times`;
}

function formatPercent({ value, lower, upper }: Estimate): string {
  const percent = (share: number) => `${Math.round(share * 100)}`;
  const bounds = lower === null || upper === null ? "" : ` (${percent(lower)} to ${percent(upper)})`;
  return `${percent(value ?? 0)} %${bounds}`;
}

function formatBounds({ value, lower, upper }: Estimate): string {
  const bounds = lower === null || upper === null ? "" : ` (${lower.toFixed(2)} to ${upper.toFixed(2)})`;
  return `${(value ?? 0).toFixed(2)}${bounds}`;
}

function Download({ download }: { readonly download: () => Promise<void> }) {
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    setError(null);
    download().catch((failure: unknown) => setError(errorMessage(failure)));
  };
  return (
    <p>
      <button type="button" onClick={save}>
        Export the labels
      </button>
      {error !== null && (
        <span class="bad" role="alert">
          {" "}
          {safe(error)}.
        </span>
      )}
    </p>
  );
}
