/** Says what is wrong with a project once, however many notice it, until it was right again. */
export class ProjectNotice {
  #told: string | undefined;

  constructor(readonly say: (message: string) => void) {}

  isWrong(problem: string): void {
    if (problem !== this.#told) this.say(`Warning: no run can be planned here: ${problem}`);
    this.#told = problem;
  }

  /** All of it was planned. */
  isRight(): void {
    this.#told = undefined;
  }
}
