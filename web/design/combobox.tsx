// A choice among many: what is typed is searched by the service. The keys are those of the ARIA combobox: arrows, Enter, Escape.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useQuery } from '../core/query.ts';
import { Refusal } from './feedback.tsx';
import { designWords } from './words.ts';

type Option = { value: string; label: string };

export type ComboboxProps = {
  label: string;
  /** The chosen one; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** Those that contain the text, the first ones without one. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** How the chosen one is called, when it was chosen before. */
  labelOf: (value: string, signal: AbortSignal) => Promise<string>;
  /** What choosing none is called. */
  none: string;
  name?: string;
  fault?: string | undefined;
  isDisabled?: boolean;
  autoFocus?: boolean;
};

export function Combobox(props: ComboboxProps) {
  const { label, value, name, fault, isDisabled, autoFocus } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { typed, options, at, isReading, error, chosen, reload, ...act } = useChoice(props);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  const isOpen = typed !== undefined;
  const isListed = isOpen && options.length > 0;
  return (
    <div class={`field combobox${fault ? ' faulty' : ''}`}>
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        name={name}
        value={isOpen ? typed : chosen}
        placeholder={isOpen && value !== '' ? chosen : designWords.value.choiceHint}
        disabled={isDisabled}
        aria-expanded={isListed}
        aria-controls={isListed ? `${id}-list` : undefined}
        aria-activedescendant={isListed ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        autoComplete="off"
        onClick={act.open}
        onBlur={act.close}
        onInput={(event) => act.type(event.currentTarget.value)}
        onKeyDown={act.onKeyDown}
      />
      {isListed && (
        <div class="combobox-list" id={`${id}-list`} role="listbox" aria-label={label}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => act.choose(option)}
            >
              {option.label}
            </div>
          ))}
        </div>
      )}
      {isOpen && !isListed && (
        <p class="hint" role="status">
          {isReading ? designWords.value.loading : designWords.value.choiceNone}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} class="fault">
          {fault}
        </p>
      )}
      <Refusal error={error} retry={reload} />
    </div>
  );
}

/** What is typed (undefined while the list is closed), what was found for it, and which of them Enter takes. */
function useChoice({ value, onChange, search, labelOf, none, isDisabled }: ComboboxProps) {
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const known = useRef(new Map<string, string>());
  const last = useRef<readonly Option[]>([]);
  const text = typed?.trim();
  const found = useQuery(['choices', text ?? null], async (signal) => (text === undefined ? undefined : search(text, signal)));
  // What was found stays while the next answer is on its way.
  if (found.data) last.current = found.data;
  const ofChosen = useQuery(['chosen', value], async (signal) =>
    value === '' ? none : (known.current.get(value) ?? (await labelOf(value, signal))),
  );
  const options = text === '' ? [{ value: '', label: none }, ...last.current] : last.current;
  const close = () => setTyped(undefined);
  const open = () => {
    if (isDisabled || typed !== undefined) return;
    last.current = [];
    setAt(0);
    setTyped('');
  };
  const choose = (option: Option | undefined) => {
    if (!option) return;
    known.current.set(option.value, option.label);
    close();
    onChange(option.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (typed === undefined) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      open();
    } else if (event.key === 'Escape') close();
    else if (event.key === 'Enter') choose(options[at]);
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, options.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const type = (next: string) => {
    setAt(0);
    setTyped(next);
  };
  return {
    ...{ typed, options, at, open, close, choose, type, onKeyDown },
    isReading: found.isLoading,
    error: found.error ?? ofChosen.error,
    reload: found.error ? found.reload : ofChosen.reload,
    chosen: value === '' ? none : (known.current.get(value) ?? ofChosen.data ?? '…'),
  };
}
