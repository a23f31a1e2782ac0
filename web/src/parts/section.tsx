/** A section with a heading and an anchor. */
import type { ComponentChildren } from "preact";

export function Section({ id, title, note, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title}
        {note !== undefined && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly note?: string | undefined;
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
