/** What `.axis/.gitignore` says: version control keeps what people mean to share, and nothing else. */
export const ignoreRules = "*\n!.gitignore\n!baselines/\n!baselines/**\n!axis.lock\n!calibration.json\n";
