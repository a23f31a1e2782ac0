/** A project without a report: what to do, and the outline of the page that will be here. */

const commands = [
  ["axis run", "runs every scenario of this project with every agent"],
  ["axis demo", "runs a sample project; it needs no key"],
  ["axis init", "adds a config and a first scenario to this folder"],
] as const;

export function EmptyProject() {
  return (
    <>
      <h1>Nothing has been run yet.</h1>
      <p class="lead">A report appears here as soon as it starts.</p>
      <dl class="first-commands">
        {commands.map(([command, about]) => (
          <div key={command}>
            <dt>
              <code>{command}</code>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <div class="page-outline" aria-hidden="true">
        {[1, 2, 3, 4].map((row) => (
          <span key={row}>
            <i />
            <i />
            <i />
            <i />
          </span>
        ))}
      </div>
    </>
  );
}
