// Fields with their label, their hint and their fault; a form that keeps what was typed when it is refused.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { MortarError } from '../../clients/typescript/src/index.ts';
import { faultInWords, faultWords } from '../errors/faults.ts';
import { Refusal } from './feedback.tsx';

type FieldProps = {
  label: string;
  value: string;
  onInput: (value: string) => void;
  /** Its place in the request, `budget.escrow`: what the API says of it is shown here. */
  name?: string;
  hint?: string | undefined;
  /** What is wrong with it, in words. */
  fault?: string | undefined;
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'month' | 'search' | 'datetime-local' | 'tel' | 'url';
  isRequired?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email';
  maxLength?: number;
  /** Choices make it a list; more than one line a text area. */
  choices?: readonly { value: string; label: string }[];
  lines?: number;
  /** Behind the value, such as `€` or `%`. */
  unit?: string;
};

export function Field(props: FieldProps) {
  const {
    label,
    value,
    onInput,
    name,
    hint,
    fault,
    type = 'text',
    isRequired,
    isDisabled,
    autoFocus,
    choices,
    lines,
    unit,
  } = props;
  const id = useId();
  const focused = useRef<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (autoFocus) focused.current?.focus();
  }, [autoFocus]);
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const common = {
    id,
    ref: focused,
    value,
    required: isRequired,
    disabled: isDisabled,
    name,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': described === '' ? undefined : described,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
  return (
    <div class={`field${fault ? ' faulty' : ''}`}>
      <label for={id}>{label}</label>
      {choices ? (
        <select {...common}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : lines ? (
        <textarea {...common} rows={lines} maxLength={props.maxLength} />
      ) : (
        <span class={unit && `with-unit${unit.length > 2 ? ' long' : ''}`}>
          {/* Border: Preact has a type for each kind of input, and none for one that is chosen at run time. */}
          <input
            {...common}
            {...({ type } as { type: 'text' })}
            autoComplete={props.autoComplete}
            inputMode={props.inputMode}
            maxLength={props.maxLength}
          />
          {unit && <span aria-hidden="true">{unit}</span>}
        </span>
      )}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} class="fault">
          {fault}
        </p>
      )}
    </div>
  );
}

/** A choice that is on or off. */
export function Checkbox({
  label,
  isChecked,
  onChange,
  hint,
  isDisabled,
}: {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  hint?: string;
  isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <div class="checkbox">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

type FormProps = {
  onSubmit: () => void;
  /** Of the action that the form sends; faults of single fields stand at these, see `faultOf`. */
  error?: unknown;
  /** The buttons. */
  action: ComponentChildren;
  children: ComponentChildren;
  label?: string;
};

export function Form({ onSubmit, error, action, children, label }: FormProps) {
  return (
    <form
      class="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {error !== undefined && <Refusal error={error} />}
      <div class="form-action">{action}</div>
    </form>
  );
}

/** What the API says of one field of a refused request, by its place in it: `faultOf(error, 'budget.escrow')`. */
export function faultOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof MortarError)) return undefined;
  const place = (path: string) =>
    path
      .replaceAll('/', '.')
      .replace(/^(body)?\.+/, '')
      .replace(/^body$/, '');
  const reason = error.errors.find(({ path }) => place(path) === name)?.reason;
  return reason === undefined ? undefined : faultInWords(reason);
}

/** Words for a fault that the page itself finds. */
export function requiredFault(value: string): string | undefined {
  return value.trim() === '' ? faultWords.value.required : undefined;
}
