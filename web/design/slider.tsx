// A number by a slider, with its value beside its name; the arrow keys move it by a step.

import { useId } from 'preact/hooks';

type SliderProps = {
  label: string;
  value: number;
  onInput: (value: number) => void;
  least: number;
  most: number;
  step?: number;
  /** Writes the value. */
  write: (value: number) => string;
};

export function Slider({ label, value, onInput, least, most, step = 1, write }: SliderProps) {
  const id = useId();
  return (
    <div class="field slider">
      <label for={id}>
        <span>{label}</span> <output for={id}>{write(value)}</output>
      </label>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={write(value)}
        onInput={(event) => onInput(Number(event.currentTarget.value))}
      />
    </div>
  );
}
