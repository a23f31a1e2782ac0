/** Grades judged checks by a mark that the sample agents leave in their final answer. Two readers differ now and then. */
export default {
  id: "readers",

  async ask(question) {
    if (question.question !== "goal") return { status: "declined", why: "the readers only grade the goal" };
    const answer = question.finalAnswer ?? "";
    const isThin = answer.includes("It should work");
    const grades = question.checks.map(({ index, check }) => {
      const score = isThin ? 4 + (check.length % 3) : 8 + (check.length % 3);
      const rationale = isThin ? "it is named in general, not for this case" : "it is there, and complete";
      return { index, score, rationale };
    });
    return { status: "answered", value: { grades } };
  },
};
