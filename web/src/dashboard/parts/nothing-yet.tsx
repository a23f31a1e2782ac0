/** A view of a project in which nothing has been run: the commands that fill it, and its outline in grey. */

/** What to type, and what it does. */
export type Command = readonly [command: string, effect: string];

const commands: readonly Command[] = [
  ["axis run", "in the folder of this project: runs its scenarios, and they appear here by themselves"],
  ["axis demo", "anywhere: runs a sample project without an account or a key; then axis serve in its folder shows it"],
  ["axis push", "with AXIS_URL or AXIS_DATABASE_URL: sends the project to a shared server, whose workers run it"],
];

interface OutlineProps {
  readonly outline: "table" | "chart";
}

export function NothingYet({ outline }: OutlineProps) {
  return <EmptyWithCommands title="Nothing has been run yet." commands={commands} outline={outline} />;
}

interface EmptyProps extends OutlineProps {
  readonly title: string;
  readonly commands: readonly Command[];
}

export function EmptyWithCommands({ title, commands: shown, outline }: EmptyProps) {
  return (
    <div class="state empty nothing-yet">
      <p class="state-title">{title}</p>
      <Commands commands={shown} />
      <Outline outline={outline} />
    </div>
  );
}

/** Grey shapes where the content of a view will be. */
function Outline({ outline }: OutlineProps) {
  if (outline === "chart")
    return (
      <svg
        class="outline"
        width="100%"
        height="260"
        viewBox="0 0 900 260"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {[20, 80, 140, 200].map((y) => (
          <line key={y} x1="0" x2="900" y1={y} y2={y} />
        ))}
        <path d="M0,150L150,140L300,146L450,110L600,104L750,90L900,60" />
        <path d="M0,80L150,76L300,82L450,70L600,66L750,100L900,130" />
      </svg>
    );
  return (
    <div class="outline rows" aria-hidden="true">
      {[92, 84, 88, 70, 80].map((width) => (
        <i key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

function Commands({ commands: shown }: { readonly commands: readonly Command[] }) {
  return (
    <dl class="commands">
      {shown.map(([command, effect]) => (
        <div key={command}>
          <dt>
            <code>{command}</code>
          </dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  );
}
