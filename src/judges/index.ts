/** The door `axis-eval/judges`: the built-in judge, and what others are made of. */
export { defineJudge } from "./define-judge.ts";
export { rulesJudge } from "./rules.ts";
