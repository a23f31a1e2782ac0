/** A filter with a fixed set of values. */
import { safeName } from "../text/safe.ts";
import { Select } from "./select.tsx";

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly words?: (value: string) => string;
  /** What the empty value means. */
  readonly none?: string;
  readonly onChoose: (value: string) => void;
}

/** Nothing if there is nothing to choose. */
export function Choice({
  name,
  value,
  options,
  words = (text) => safeName(text, 60),
  none = "all",
  onChoose,
}: ChoiceProps) {
  if (options.length < 2 && value === "") return null;
  const all = [["", none], ...options.map((option) => [option, words(option)] as const)] as const;
  return <Select label={name} value={value} options={all} onChoose={onChoose} />;
}
