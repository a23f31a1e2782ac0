/** A section with a heading and an anchor. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export function Section({ id, title, note, actions, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <div class="section-head">
        <h2 id={`${id}-title`}>
          {title}
          {note !== undefined && <small>{note}</small>}
        </h2>
        {actions !== undefined && <div class="section-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly note?: ComponentChildren;
  /** Switches and choices at the right of the heading. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Names and values in a row that wraps. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links to sections of the same view. The hash has the address of the view, so they move the page themselves. */
export function SectionLinks({ sections }: { readonly sections: readonly (readonly [id: string, title: string])[] }) {
  return (
    <>
      {sections.map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault();
            document.getElementById(id)?.scrollIntoView();
          }}
        >
          {title}
        </a>
      ))}
    </>
  );
}

interface FoldProps extends Omit<SectionProps, "actions"> {
  readonly isOpen?: boolean;
}

/** A section that is one line until it is opened, and is rendered only then. */
export function Fold({ id, title, note, isOpen = false, children }: FoldProps) {
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <section id={id} class="fold" aria-labelledby={`${id}-title`}>
      <details open={isOpen} onToggle={(event) => void (event.currentTarget.open && setOpened(true))}>
        <summary>
          <h2 id={`${id}-title`}>
            {title}
            {note !== undefined && <small>{note}</small>}
          </h2>
        </summary>
        {wasOpened && children}
      </details>
    </section>
  );
}
