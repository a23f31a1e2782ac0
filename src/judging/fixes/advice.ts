/** What helps against a cause: a fixed sentence per symptom. The first row that fits decides. */
import type { CauseInRun } from "./run-causes.ts";

type Seen = Pick<CauseInRun, "kind" | "targetType" | "status" | "exitCode" | "symptom" | "target">;

interface Row {
  readonly fits: (seen: Seen) => boolean;
  readonly advice: string;
}

function isKind(kind: Seen["kind"], symptom?: string) {
  return (seen: Seen) => seen.kind === kind && (symptom === undefined || seen.symptom === symptom);
}

function hasStatus(...statuses: readonly number[]) {
  return ({ status }: Seen) => status !== null && statuses.includes(status);
}

function says(pattern: RegExp) {
  return (seen: Seen) => pattern.test(seen.symptom);
}

const kindRows: readonly Row[] = [
  {
    fits: ({ kind, target }) => kind === "ending" && /time/.test(target),
    advice: "See in the transcripts what took the time; shorten it, or raise the time limit of the scenario.",
  },
  {
    fits: ({ kind, target }) => kind === "ending" && /tokens|budget|memory/.test(target),
    advice: "See in the transcripts what filled the context; make answers smaller, or raise the limit.",
  },
  {
    fits: isKind("ending"),
    advice: "Read what stopped the agent, and remove the obstacle or name a way around it in the docs.",
  },
  {
    fits: isKind("check"),
    advice: "Compare a run that missed it with one that met it; say in the docs or the task what is expected.",
  },
  {
    fits: ({ kind, targetType }) => kind === "call-slow" && targetType === "command",
    advice: "Make the command faster, or let it return at once and report its progress on request.",
  },
  {
    fits: isKind("call-slow"),
    advice: "Make it answer faster, or let it return at once and offer a second call for the result.",
  },
  {
    fits: isKind("not-needed", "repeats an earlier call"),
    advice: "Let the answer say that it is complete and stays valid, so that nobody needs to ask again.",
  },
  {
    fits: ({ kind, targetType }) => kind === "not-needed" && targetType === "command",
    advice: "Say in the task or the docs what it would show, so that agents need not run it.",
  },
  {
    fits: ({ kind, symptom }) => kind === "not-needed" && symptom.endsWith("and not used"),
    advice: "Say in the name or the description what it contains, so that agents can skip it.",
  },
  {
    fits: isKind("not-needed"),
    advice: "State in the task or the docs what is already known, so that agents need not look.",
  },
  {
    fits: ({ kind, target }) => kind === "too-large" && target === "thinking",
    advice: "Make the task clearer, so that the agent has less to weigh.",
  },
  {
    fits: isKind("too-large"),
    advice: "Return less by default, and offer filters, fields or pages for the rest.",
  },
];

const statusRows: readonly Row[] = [
  {
    fits: hasStatus(404, 410),
    advice: "Redirect the address to the page that replaced it, or answer with its new place.",
  },
  {
    fits: hasStatus(401, 403, 407, 511),
    advice: "Say in the answer which key or permission is missing and how to get it; name it in the docs.",
  },
  {
    fits: hasStatus(429),
    advice: "Raise the limit for short bursts, send Retry-After, and say in the answer how long to wait.",
  },
  {
    fits: hasStatus(400, 411, 413, 414, 415, 422, 428),
    advice: "Name the field that is wrong in the answer, with an example of a valid request.",
  },
  {
    fits: hasStatus(405, 406, 426, 501, 505),
    advice: "Name the methods and formats that the address accepts in the answer.",
  },
  { fits: hasStatus(402), advice: "Offer a free test mode, and say in the answer how to switch it on." },
  {
    fits: hasStatus(409, 412, 423),
    advice: "Say in the answer what the request conflicts with and how to resolve it.",
  },
  {
    fits: hasStatus(408, 504),
    advice: "Answer within the limit, or accept the request and offer an address for its result.",
  },
  {
    fits: hasStatus(502, 503),
    advice: "Keep the service up while agents use it; send Retry-After, and say when to try again.",
  },
  {
    fits: ({ status }) => status !== null && status >= 500,
    advice: "Find the error in the logs of the service; answer with a cause that the caller can act on.",
  },
  {
    fits: ({ status }) => status !== null,
    advice: "Let the answer say what was wrong with the request and how to put it right.",
  },
];

const textRows: readonly Row[] = [
  {
    fits: (seen) =>
      seen.exitCode === 127 || (seen.targetType !== "mcp" && says(/command not found|not recognized as/i)(seen)),
    advice: "Install the command in the workspace, or say in the docs how to install it and what it is called.",
  },
  {
    fits: says(
      /unknown (?:option|flag|argument|command|subcommand)|unrecognized|unexpected argument|invalid option|no such (?:option|command)|illegal option/i,
    ),
    advice: "Accept what agents type as an alias, or name the nearest valid one in the error.",
  },
  {
    fits: says(
      /missing (?:required )?(?:argument|option|parameter)|required (?:option|argument|property|parameter)|usage:/i,
    ),
    advice: "Show in the error a complete example of a valid call.",
  },
  {
    fits: (seen) => seen.targetType === "mcp" && says(/invalid|argument|param|schema|required|expected|valid/i)(seen),
    advice: "Describe every field in the tool's schema with an example, and name the wrong one in the error.",
  },
  {
    fits: says(/permission denied|EACCES|EPERM|operation not permitted/i),
    advice: "Give the agent access to it, or say in the docs that it needs none and what to do instead.",
  },
  {
    fits: says(/connection refused|ECONNREFUSED|could not connect|failed to connect/i),
    advice: "Start the service before the agent, and say in the docs where it listens.",
  },
  {
    fits: says(/could not resolve|ENOTFOUND|name or service not known|unknown host|ENETUNREACH|not allowed by/i),
    advice: "Correct the host name where agents read it, or allow the host in the sandbox.",
  },
  {
    fits: says(/certificate|SSL|TLS/),
    advice: "Serve a valid certificate, or say in the docs which one to trust.",
  },
  {
    fits: says(/timed? ?out|ETIMEDOUT|deadline/i),
    advice: "Make it answer faster, or let it return at once and offer a second call for the result.",
  },
  {
    fits: says(/no such file|ENOENT|does not exist|cannot find|not found|no module named|cannot access/i),
    advice: "Name what exists in the error, and correct the name where agents read it.",
  },
  {
    fits: says(
      /unauthorized|not logged in|authenticat|credential|api key|token (?:is )?(?:missing|invalid|expired)|login/i,
    ),
    advice: "Say in the error which key is missing and how to set it without a browser.",
  },
  {
    fits: says(/rate limit|too many requests|quota/i),
    advice: "Raise the limit for short bursts, and say in the error how long to wait.",
  },
  {
    fits: says(/too large|too long|exceed/i),
    advice: "Return less by default, and offer filters or pages for the rest.",
  },
  {
    fits: says(/^no (?:answer|output)$/),
    advice: "Always answer, with one line at least: what was done, or why nothing was.",
  },
];

const rows: readonly Row[] = [
  ...kindRows,
  ...statusRows,
  ...textRows,
  {
    fits: ({ targetType }) => targetType === "mcp",
    advice: "Describe in the tool what it accepts and returns, and let its error say what to do instead.",
  },
  {
    fits: ({ targetType }) => targetType === "command",
    advice: "Let the command say in one line what was wrong and what to type instead.",
  },
  {
    fits: ({ targetType }) => targetType === "url",
    advice: "Let the answer say what was wrong and where to look instead.",
  },
];

const otherwise = "Open the first step where it was seen, and let the error say what to do instead.";

export function advise(seen: Seen): string {
  return rows.find(({ fits }) => fits(seen))?.advice ?? otherwise;
}
