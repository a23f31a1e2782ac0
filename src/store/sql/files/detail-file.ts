/** Where the detail of a run lies among its files: gzip of JSON, without the transcript that stands beside it. */
export const detailFile = { kind: "log", path: "detail.json.gz" } as const;
