/** The content of `.axis/.gitignore`: version control keeps only what people mean to share. */
export const ignoreRules =
  "*\n!.gitignore\n!baselines/\n!baselines/**\n!axis.lock\n!calibration.json\n!labels.jsonl\n!schema/\n!schema/**\n";
