/** Labels on the server: the queue of a workspace, and labels that carry the name of the token. */
import type { ReviewLabel } from "../../../../src/core/review/review-label.ts";
import type { PeopleAgreement } from "../../../../src/report/review/people-agreement.ts";
import type { ReviewItem } from "../../../../src/report/review/review-answer.ts";
import { download } from "../../parts/download.ts";
import type { ReviewStore } from "../../review/review-store.ts";
import type { AgreementDocument, LabelDocument, ReviewRow } from "../api/answers.ts";
import type { Api } from "../api/api.ts";

/** More than anybody reviews before the page asks again. */
const mostItems = 200;

/** The name of the event of the window after a label was saved. */
export const labelGiven = "axis-label";

export function createServerStore(api: Api, workspace: string): ReviewStore {
  return {
    place: "this server",
    async read() {
      const { data, waiting, agreement, by } = await api.get("/v1/review", { query: { workspace, limit: mostItems } });
      return { items: data.map(toItem), waiting, agreement: toAgreement(agreement), labels: [], broken: [], by };
    },
    labelsOf: async (run): Promise<readonly ReviewLabel[]> =>
      (await api.get("/v1/labels", { query: { workspace, run } })).data,
    async save({ id, checkIndex, passFrom, notes, ...draft }) {
      const body = {
        ...draft,
        ...(id === undefined ? { workspace } : { run: id }),
        ...(checkIndex === undefined ? {} : { check_index: checkIndex }),
        ...(passFrom === undefined ? {} : { pass_from: passFrom }),
        ...(notes === "" ? {} : { notes }),
      };
      const { label, agreement } = (await api.send("POST", "/v1/labels", { body, needs: "write" })) as LabelDocument;
      dispatchEvent(new Event(labelGiven));
      return { label, agreement: toAgreement(agreement) };
    },
    async download() {
      const answer = await api.open("/v1/labels/export", { query: { workspace } });
      download("labels.jsonl", [new Uint8Array(await answer.arrayBuffer())], "application/x-ndjson");
    },
  };
}

function toItem({ run_id: runId, check_index: checkIndex, report_id: report, ...row }: ReviewRow): ReviewItem {
  return { ...row, runId, checkIndex, report };
}

export function toAgreement(agreement: AgreementDocument): PeopleAgreement {
  const {
    both_pass: bothPass,
    both_fail: bothFail,
    too_lenient: tooLenient,
    too_strict: tooStrict,
    ...rest
  } = agreement;
  return { ...rest, level: "check", bothPass, bothFail, tooLenient, tooStrict };
}
