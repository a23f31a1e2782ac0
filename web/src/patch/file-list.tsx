/** A list of changed files: the first ones, and more on demand. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

const filesAtOnce = 200;

interface FileListProps<T> {
  readonly files: readonly T[];
  readonly children: (file: T, index: number) => ComponentChildren;
}

export function FileList<T>({ files, children }: FileListProps<T>) {
  const [shown, setShown] = useState(filesAtOnce);
  return (
    <>
      <ul class="changed-files">{files.slice(0, shown).map(children)}</ul>
      {files.length > shown && (
        <p class="more">
          <span>
            {shown} of {files.length} files shown
          </span>
          <button type="button" onClick={() => setShown(shown + filesAtOnce)}>
            Show more files
          </button>
        </p>
      )}
    </>
  );
}
