/** Keyboard shortcuts: off while typing, listed behind "?", and they can be switched off. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface Shortcut {
  /** One character, as typed, or a name such as `Enter`. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

const active = new Set<{ readonly current: readonly Shortcut[] }>();

const storageKey = "axis-shortcuts";

/** Storage may be forbidden, for example in a file; then the choice lasts as long as the page. */
let isOn = readChoice();

function readChoice(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

function storeChoice(on: boolean): void {
  isOn = on;
  try {
    localStorage.setItem(storageKey, on ? "on" : "off");
  } catch {
    // The choice is lost with the page, and nothing else is.
  }
}

/** Adds shortcuts while the component is shown. Of two with the same key, the one added last wins. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useLayoutEffect(() => {
    active.add(current);
    return () => void active.delete(current);
  }, []);
}

/** Listens for all shortcuts of the page, and shows their list. Rendered once, by the shell. */
export function ShortcutKeys() {
  const [isListed, setListed] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "?") {
        event.preventDefault();
        return setListed(true);
      }
      // What has the focus comes first: Enter follows a link and presses a button.
      if (event.key === "Enter" && event.target instanceof Element && event.target.closest("a, button, summary"))
        return;
      const found = isOn ? findShortcut(event.key) : undefined;
      if (found === undefined) return;
      event.preventDefault();
      found.run();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return isListed ? <ShortcutList onClose={() => setListed(false)} /> : null;
}

function findShortcut(key: string): Shortcut | undefined {
  return [...active]
    .toReversed()
    .flatMap(({ current }) => current)
    .find((each) => each.key === key);
}

/** Whether a key belongs to what has the focus: a field, a choice, or an open dialog. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
}

function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [on, setOn] = useState(isOn);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const listed = new Map([...active].flatMap(({ current }) => current).map((each) => [each.key, each.label]));
  return (
    <dialog ref={dialog} class="shortcuts" aria-label="Keyboard shortcuts" onClose={onClose}>
      <h2>Keyboard shortcuts</h2>
      <dl>
        {[...listed, ["?", "Show this list"] as const].map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key.length === 1 ? key.toUpperCase() : key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            storeChoice(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />{" "}
        Use shortcuts
      </label>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

interface FindFieldProps {
  readonly text: string;
  /** What is searched, such as "Find a scenario, agent, error". */
  readonly label: string;
  readonly onFind: (text: string) => void;
}

/** The search field of the masthead; "/" moves the focus into it. */
export function FindField({ text, label, onFind }: FindFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: "/", label: "Find", run: () => input.current?.focus() }]);
  return (
    <label class="find-field">
      <span class="sr">{label}</span>
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={label}
        onInput={(event) => onFind(event.currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
