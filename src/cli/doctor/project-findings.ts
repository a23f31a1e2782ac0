/** Checks a project: its files, agents, judges, skills, and remote sources. */
import { writeScenarioHint } from "../../config/planning/selection.ts";
import { findAwaitedSkill } from "../../config/skills/awaited-skill.ts";
import { skillFolder } from "../../config/skills/remote.ts";
import { resolveSkills } from "../../config/skills/skills.ts";
import { parseSource } from "../../config/skills/source.ts";
import { listDistinctProblems, problemsText } from "../../config/validation/problem.ts";
import { pathExists } from "../../core/files/path-kind.ts";
import type { Judge } from "../../core/judge.ts";
import { pickDefined } from "../../runner/agents/readiness.ts";
import { missingForJudge } from "../../runner/preflight.ts";
import { judgeKeys } from "../../runner/secrets/model-keys.ts";
import type { CliDeps } from "../command.ts";
import { collectFindings, type DoctorFinding, note, ok, problem } from "./finding.ts";
import type { LocalProject } from "./local-project.ts";

/** Reports which remote libraries are on this machine. Libraries that cannot be read appear as problems of the project. */
const topic = "libraries";

function libraryFindings({ libraries, absent }: LocalProject): DoctorFinding[] {
  const here = new Map(libraries.map(({ url, commit }) => [url, commit]));
  return [
    ...[...here].map(([url, commit]) => ok(topic, `${url} is available at ${commit}`)),
    ...[...new Set(absent)].map((sentence) => note(topic, sentence)),
  ];
}

export async function projectFindings(project: LocalProject, deps: CliDeps): Promise<DoctorFinding[]> {
  return [
    ...fileFindings(project),
    ...(await judgeFindings(project, deps)),
    ...(await skillFindings(project, deps)),
    ...libraryFindings(project),
  ];
}

function fileFindings({ problems: found, findings, details, scenarios, absent }: LocalProject): DoctorFinding[] {
  const problems = listDistinctProblems(found).map((each) => problemsText([each]));
  const running = scenarios.filter(({ skip }) => !skip).length;
  const skipped = scenarios.length - running;
  const count = `${running} to run${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  const none = problems.length === 0 && running === 0 && absent.length === 0;
  return [
    ...problems.map((text) => problem("config", text)),
    none
      ? problem(
          "scenarios",
          `nothing to run (${count})`,
          skipped > 0 ? 'Remove "skip" from one of them' : writeScenarioHint,
        )
      : ok("scenarios", count),
    ...findings.warnings.map((text) => note("config", text)),
    ...details.map((text) => note("scenarios", text)),
  ];
}

/** Describes every judge that may be asked; keys by name, never by value. What an asked judge lacks is a problem of the project. */
async function judgeFindings({ judges, askedJudges }: LocalProject, { env }: CliDeps): Promise<DoctorFinding[]> {
  if (judges === undefined) return [];
  const written = judges.written.flatMap((judge) => judge.members ?? [judge]);
  const all = [...new Set([...askedJudges, ...written])];
  const found = await Promise.all(all.map((judge) => judgeFinding(judge, env, askedJudges.includes(judge))));
  return found.flat();
}

async function judgeFinding(judge: Judge, env: NodeJS.ProcessEnv, isAsked: boolean): Promise<DoctorFinding[]> {
  const missing = await missingForJudge(judge, pickDefined(env));
  const keys = judgeKeys(judge).map((key) => note("judges", `${judge.id}: ${key} is ${env[key] ? "set" : "not set"}`));
  if (missing.length === 0) return [ok("judges", judge.id), ...keys];
  const unused = isAsked ? [] : missing.map((sentence) => note("judges", `${sentence}; no run asks it`));
  return [...unused, ...keys];
}

/** Local skills must exist. Remote skills are only looked up: nothing is downloaded here. */
async function skillFindings(project: LocalProject, { env }: CliDeps): Promise<DoctorFinding[]> {
  const { configDir } = project;
  const found: DoctorFinding[] = [];
  for (const { source, baseDir } of listSkillSources(project)) {
    const parsed = parseSource(source);
    if ((await findAwaitedSkill({ source, baseDir }, project)) !== undefined)
      found.push(note("skills", `${source} does not exist yet: beforeAll has to create it`));
    else if (parsed?.kind === "local")
      found.push(
        ...(await collectFindings("skills", async () => {
          const skills = await resolveSkills({ source, baseDir }, { configDir, env, onNotice: () => {} });
          return [ok("skills", skills.map(({ name }) => name).join(", "))];
        })),
      );
    if (parsed?.kind === "github") {
      const here = await pathExists(skillFolder(configDir, parsed.owner, parsed.repository));
      found.push(
        here
          ? ok("skills", `${source} is available`)
          : note("skills", `${source} is not downloaded yet; axis run downloads it`),
      );
    }
  }
  return found;
}

/** Lists each source once, with the folder its local path is relative to: a library's own skills are in its clone. */
function listSkillSources({ skills, configDir, agents, scenarios }: LocalProject) {
  const all = [
    ...skills.map(({ source, baseDir }) => ({ source, baseDir })),
    ...agents.flatMap(({ config }) => (config.skills ?? []).map((source) => ({ source, baseDir: configDir }))),
    ...scenarios.flatMap(({ scenario }) => scenario.skills.map((source) => ({ source, baseDir: scenario.baseDir }))),
  ];
  return new Map(all.map((each) => [`${each.baseDir}\n${each.source}`, each])).values();
}
