/** The scorecard of a run: score, tier, outcome, axes and stages. */
import type { ComponentChildren } from "preact";
import type { CardAxis, RunScorecard } from "../../../src/core/run/run-scorecard.ts";
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { Figure } from "../parts/figure.tsx";
import { Section } from "../parts/section.tsx";
import { Bar } from "../parts/score.tsx";
import { safeLine } from "../text/safe.ts";
import { axisNames, listInputs, describeWeights, explainDefault } from "./card-words.ts";
import { tierClass } from "./tier.tsx";

/** Basis points per percent. */
const perCent = 100;

export function Scorecard({ card, children }: { card: RunScorecard; children?: ComponentChildren }) {
  const { outcome, reason } = card.axes.completion.inputs;
  return (
    <Section
      id="scorecard"
      title="Scorecard"
      note="from recorded facts, apart from the AXIS Result; it never changes whether a run passes"
    >
      <div class="card-head">
        <Figure label="Scorecard" value={card.score} note={card.tier} tone={tierClass(card.tier)} />
        {axisNames.map(({ id, name }) => (
          <AxisSummary key={id} card={card} id={id} name={name} />
        ))}
      </div>
      {card.provisional && <p class="notice">An axis, or a part of one, could not be computed and counts as 50.</p>}
      {!card.counted && <p class="notice">Not counted: left out of leaderboards, trends and the usual time.</p>}
      <details class="card-details">
        <summary>Weights, inputs and stages</summary>
        <p>
          <b>{safeLine(outcome ?? "Outcome unknown", 60)}</b>{" "}
          {reason !== null && <span class="tag tone-plain">{safeLine(reason, 60)}</span>}
        </p>
        <p class="decided">
          Computed from AXIS's own records with {describeWeights(card)}, formula version{" "}
          {safeLine(card.formula_version, 20)}.
        </p>
        <AxisTable card={card} />
        {children}
      </details>
    </Section>
  );
}

interface AxisProps {
  readonly card: RunScorecard;
  readonly id: CardAxis;
  readonly name: string;
}

/** An axis with its number and what it comes from, in a line. */
function AxisSummary({ card, id, name }: AxisProps) {
  const { score, defaulted, why } = card.axes[id];
  return (
    <div class="card-axis">
      <p>
        {name} <b class={defaulted ? "none" : undefined}>{score}</b>
      </p>
      <Bar value={score} tone={defaulted ? "none" : "band-plain"} />
      <small>{safeLine(defaulted ? explainDefault(why) : (listInputs(card.axes, id)[0] ?? ""), 120)}</small>
    </div>
  );
}

const columns = [...textColumns("Axis"), ...numberColumns("Score", "Weight", "Adds"), ...textColumns("Computed from")];

function AxisTable({ card }: { card: RunScorecard }) {
  return (
    <ScrollTable label="Axes of the scorecard" class="card-axes" columns={columns}>
      {axisNames.map((axis) => (
        <AxisRow key={axis.id} card={card} {...axis} />
      ))}
    </ScrollTable>
  );
}

function AxisRow({ card, id, name }: AxisProps) {
  const { score, defaulted, why } = card.axes[id];
  const weight = card.weights[id];
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">
        <span class={`score ${defaulted ? "none" : ""}`}>{score}</span>
        <Bar value={score} {...(defaulted ? { tone: "none" } : {})} />
      </td>
      <td class="number">{weight / perCent} %</td>
      <td class="number">{((score * weight) / 10_000).toFixed(2)}</td>
      <td>
        {defaulted && (
          <p class="notice">
            Defaulted to {score}: {explainDefault(why)}.
          </p>
        )}
        {listInputs(card.axes, id).map((line) => (
          <div key={line}>{safeLine(line, 300)}</div>
        ))}
      </td>
    </tr>
  );
}
