/** Checks a project: its files, agents, judges, skills, and remote sources. */
import { planJudges } from "../../config/plan-judges.ts";
import { JudgeModules } from "../../config/planning/open-judge.ts";
import { writeScenarioHint } from "../../config/planning/selection.ts";
import { findAwaitedSkill } from "../../config/skills/awaited-skill.ts";
import { skillFolder } from "../../config/skills/remote.ts";
import { resolveSkills } from "../../config/skills/skills.ts";
import { parseSource } from "../../config/skills/source.ts";
import { problemsText } from "../../config/validation/problem.ts";
import type { Env } from "../../core/agent.ts";
import { pathExists } from "../../core/files/path-kind.ts";
import type { Judge } from "../../core/judge.ts";
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

function fileFindings({ findings, details, scenarios, absent }: LocalProject): DoctorFinding[] {
  const problems = [...new Set(findings.problems.map((each) => problemsText([each])))];
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

/** Checks every judge that may be asked, the same way `axis run` does; keys by name, never by value. */
async function judgeFindings(project: LocalProject, { cwd, env, terminal }: CliDeps): Promise<DoctorFinding[]> {
  const { config, configDir, adapters, agents } = project;
  const onWarning = (message: string) => terminal.err(`Warning: ${message}`);
  const modules = new JudgeModules();
  const broken = await modules.findProblems(project.judges, configDir);
  if (broken.length > 0) return broken.map((each) => problem("judges", problemsText([each])));
  return collectFindings("judges", async () => {
    const deps = { configDir, adapters, env, names: project.env.judge, cache: false, modules, onWarning };
    const plan = await planJudges(config.judging, { folder: cwd }, deps);
    const asked = agents.flatMap((agent) => Object.values(plan.judgesFor(agent.config)));
    const all = new Set([...plan.written, ...asked].flatMap((judge) => judge.members ?? [judge]));
    return (await Promise.all([...all].map((judge) => judgeFinding(judge, env)))).flat();
  });
}

async function judgeFinding(judge: Judge, env: NodeJS.ProcessEnv): Promise<DoctorFinding[]> {
  const known = Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== undefined)) as Env;
  const missing = await missingForJudge(judge, known);
  const keys = judgeKeys(judge).map((key) => note("judges", `${judge.id}: ${key} is ${env[key] ? "set" : "not set"}`));
  const state = missing.length > 0 ? missing.map((sentence) => problem("judges", sentence)) : [ok("judges", judge.id)];
  return [...state, ...keys];
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
