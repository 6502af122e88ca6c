// What narrows a list, above it: its chips, its days, and the filters that somebody keeps. All of it is in the address.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { addressWith, useParam } from '../../core/address.ts';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/form.tsx';
import { listWords } from './list-words.ts';
import { SavedFilters } from './saved-filters.tsx';

type Props = {
  /** The page reads {@link useDays}. */
  hasDays?: boolean;
  /** Chips and fields of the list. */
  children?: ComponentChildren;
};

export function Filters({ hasDays, children }: Props) {
  return (
    <div class="filters">
      {children}
      {hasDays && <Days />}
      <SavedFilters />
    </div>
  );
}

/** The days that the address asks for, both included, for the query of a list. */
export function useDays(): { from?: string; to?: string } {
  const { query } = useLocation();
  const { from, to } = query;
  return { ...(from && { from }), ...(to && { to }) };
}

/** The days alone, where several lists of a page read them. */
export function Days() {
  const t = listWords.value;
  const { route } = useLocation();
  const { from, to } = useDays();
  return (
    <search class="days" aria-label={t.days}>
      <Day name="from" label={t.from} />
      <Day name="to" label={t.to} />
      {(from ?? to) !== undefined && (
        <Button look="quiet" onClick={() => route(addressWith({ from: '', to: '' }), true)}>
          {t.allDays}
        </Button>
      )}
    </search>
  );
}

function Day({ name, label }: { name: 'from' | 'to'; label: string }) {
  const [day, setDay] = useParam(name);
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  const type = (value: string) => {
    setTyped(value);
    // While the year is being typed, the field has days of the first centuries.
    if (value === '' || value >= '1900') setDay(value);
  };
  return <Field label={label} type="date" value={typed} onInput={type} />;
}
