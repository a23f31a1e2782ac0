/** A separate process that adds many labels to a project, to write at the same time as another one. */
import { labelFile } from "./label-file.ts";

const [project = "", name = "", count = "0"] = process.argv.slice(2);
const book = labelFile(project);
for (let at = 0; at < Number(count); at += 1)
  await book.add({ id: `${name}${at}`, step: 1, human: "pass", notes: name.repeat(3_000) });
