import { expect, test } from "vitest";
import { buildAddress, createApi } from "./api.ts";
import { requestEarly, workspacesAddress } from "./early.ts";
import { openSession } from "./session.ts";

const id = "run_01J";
const run = `/v1/runs/${id}`;

type Answers = Readonly<Record<string, () => Response>>;

/** A server with these answers; other requests fail. */
function server(answers: Answers) {
  const asked: string[] = [];
  const ask = (address: string): Promise<Response> => {
    asked.push(address);
    const answer = answers[address];
    return answer === undefined ? Promise.reject(new Error("away")) : Promise.resolve(answer());
  };
  return { asked, ask };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const workspaces = { [workspacesAddress]: () => json({ data: [], next_cursor: null }) };
const finished = () => json({ status: "finished", links: { page: `${run}/page` } });

test("the page of a run that is over is asked for as soon as the run says that there is one", async () => {
  const { asked, ask } = server({ ...workspaces, [run]: finished, [`${run}/page`]: () => json({ detail: 1 }) });
  const early = requestEarly(`#/runs/${id}/step/7?workspace=shop`, ask);
  expect(asked).toEqual([workspacesAddress, run]);
  expect(await (await early.take(`${run}/page`))?.json()).toEqual({ detail: 1 });
  expect(await (await early.take(run))?.json()).toMatchObject({ status: "finished" });
  expect(await (await early.take(workspacesAddress))?.json()).toEqual({ data: [], next_cursor: null });
  expect(asked).toEqual([workspacesAddress, run, `${run}/page`]);
});

test.each(["queued", "running"])(
  "nothing is kept of a run that is %s, and its page is not asked for",
  async (status) => {
    const { asked, ask } = server({ ...workspaces, [run]: () => json({ status, links: { page: `${run}/page` } }) });
    const early = requestEarly(`#/runs/${id}`, ask);
    expect([await early.take(run), await early.take(`${run}/page`)]).toEqual([null, null]);
    expect(asked).toEqual([workspacesAddress, run]);
  },
);

test("a run without a record has no page to ask for", async () => {
  const { asked, ask } = server({ ...workspaces, [run]: () => json({ status: "cancelled", links: {} }) });
  const early = requestEarly(`#/runs/${id}`, ask);
  expect(await early.take(`${run}/page`)).toBeNull();
  expect((await early.take(run))?.status).toBe(200);
  expect(asked).toEqual([workspacesAddress, run]);
});

test("a refusal is an answer; one that never came is asked for by whoever needs it", async () => {
  const { ask } = server({ [run]: () => json({ error: { message: "No" } }, 404) });
  const early = requestEarly(`#/runs/${id}`, ask);
  expect((await early.take(run))?.status).toBe(404);
  expect(await early.take(workspacesAddress)).toBeNull();
  expect(await early.take(`${run}/page`)).toBeNull();
});

test("an answer is taken once, and not at all after one has gone elsewhere", async () => {
  const { ask } = server({ ...workspaces, [run]: finished });
  const early = requestEarly(`#/runs/${id}`, ask);
  expect(await early.take(run)).not.toBeNull();
  expect(await early.take(run)).toBeNull();
  early.forget();
  expect(await early.take(workspacesAddress)).toBeNull();
});

test.each(["", "#/", "#/runs", "#/trends?scenario=a", "#/compare/a/b"])(
  "at %s workspaces alone are asked for",
  (hash) => {
    const { asked, ask } = server(workspaces);
    requestEarly(hash, ask);
    expect(asked).toEqual([workspacesAddress]);
  },
);

test("whoever asks for the workspaces gets the answer that is there", async () => {
  const { asked, ask } = server(workspaces);
  const api = createApi(openSession(null), () => {}, requestEarly("", ask));
  const pages = [];
  for await (const page of api.pages("/v1/workspaces", { query: { limit: 200 } })) pages.push(page);
  expect(pages).toEqual([[]]);
  expect(asked).toEqual([buildAddress("/v1/workspaces", {}, { limit: 200, cursor: null })]);
});
