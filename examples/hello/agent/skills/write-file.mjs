/** Creates a file the task names, with the content the task quotes: both stand in backticks, in this order. */
import { createFile, listFiles, readFile, say } from "../tools.mjs";

export const writeFile = {
  fits: /\b(create|write)\b.*\bfile\b/i,

  work(task) {
    const [name, content] = [...task.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
    if (!name || !content) throw new Error("The task does not say in backticks which file to write, and what into it.");

    say(`I will look around, create ${name}, and read it back to make sure.`);
    listFiles(".");
    createFile(name, `${content}\n`);
    const { output } = readFile(name);
    if (output !== `${content}\n`) throw new Error(`${name} does not hold what I wrote into it.`);

    return `I created ${name}. It holds the line "${content}".`;
  },
};
