// A figure of a schedule: a slider to try, and beside it a field for the exact figure.

import { useState } from 'preact/hooks';
import { centsOf, euros, percent } from '../../../core/format.ts';
import { Field } from '../../../design/form.tsx';
import { Slider } from '../../../design/slider.tsx';
import { scheduleWords } from './words.ts';

type Kind = {
  unit: string | undefined;
  /** The figure as the field has it, and as it is read. */
  typed: (value: number) => string;
  parsed: (text: string) => number | undefined;
  shown: (value: number) => string;
};

const decimal = (text: string) => {
  const plain = text.replaceAll(/[\s%]/g, '').replace(',', '.');
  return /^\d+(\.\d{1,4})?$/.test(plain) ? Number(plain) : undefined;
};

const KINDS: Readonly<Record<'euros' | 'percent' | 'months', Kind>> = {
  euros: {
    unit: '€',
    typed: (cents) => (cents / 100).toFixed(2).replace('.', ','),
    parsed: centsOf,
    shown: (cents) => euros(cents),
  },
  percent: {
    unit: '%',
    typed: (value) => String(value).replace('.', ','),
    parsed: decimal,
    shown: (value) => percent(value * 100),
  },
  months: {
    unit: undefined,
    typed: String,
    parsed: (text) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : undefined),
    shown: (value) => scheduleWords.value.months(value),
  },
};

type SettingProps = {
  label: string;
  kind: keyof typeof KINDS;
  value: number;
  onInput: (value: number) => void;
  least: number;
  most: number;
  step?: number;
};

/** What is typed may go beyond the slider: the API says what it refuses. */
export function Setting({ label, kind, value, onInput, least, most, step = 1 }: SettingProps) {
  const t = scheduleWords.value;
  const { unit, typed, parsed, shown } = KINDS[kind];
  const [text, setText] = useState(typed(value));
  const read = parsed(text);
  const type = (next: string) => {
    setText(next);
    const figure = parsed(next);
    if (figure !== undefined) onInput(figure);
  };
  const slide = (next: number) => {
    setText(typed(next));
    onInput(next);
  };
  return (
    <div class="setting">
      <Slider label={label} value={value} onInput={slide} least={least} most={Math.max(most, value)} step={step} write={shown} />
      <Field
        label={t.exactly(label)}
        value={text}
        onInput={type}
        inputMode="decimal"
        fault={read === undefined ? t.noFigure : undefined}
        {...(unit === undefined ? {} : { unit })}
      />
    </div>
  );
}
