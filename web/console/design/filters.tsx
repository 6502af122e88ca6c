// What narrows a list, above it: its chips, its days, and the filters that somebody keeps. All of it is in the address.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { addressWith } from '../../core/address.ts';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/form.tsx';
import { type Days as DaysAsked, faultsOfDays, rightDays } from './days.ts';
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

/** The days that the address asks for, both included, for the query of a list; without those that are none. */
export function useDays(): DaysAsked {
  const { query } = useLocation();
  const { from = '', to = '' } = query;
  return rightDays({ from, to });
}

type Empty = { title: string; text?: ComponentChildren };

/** What an empty list says: of some days no more than that nothing is in them. */
export function emptyIn({ from, to }: DaysAsked, empty: Empty): Empty {
  const { emptyDays: title, emptyDaysText: text } = listWords.value;
  return from || to ? { title, text } : empty;
}

function isAskedAs(typed: DaysAsked, { from, to }: Required<DaysAsked>): boolean {
  const asked = rightDays(typed);
  return (asked.from ?? '') === from && (asked.to ?? '') === to;
}

/** The days alone, where several lists of a page read them. */
export function Days() {
  const t = listWords.value;
  const { query, route } = useLocation();
  const { from = '', to = '' } = query;
  const [typed, setTyped] = useState({ from, to });
  const [isTyping, setTyping] = useState(false);
  // What was typed wrongly stays to be read, where the address has the rest of it.
  useEffect(() => setTyped((before) => (isAskedAs(before, { from, to }) ? before : { from, to })), [from, to]);
  const faults = faultsOfDays(typed);
  const typeOf = (name: keyof typeof typed) => (value: string) => {
    const days = { ...typed, [name]: value };
    setTyped(days);
    setTyping(true);
    // While the year is being typed, the field has days of the first centuries: what is wrong is not asked for.
    const { from: ofFrom, to: ofTo } = faultsOfDays(days);
    if (!ofFrom && !ofTo) route(addressWith(days), true);
  };
  const leave = () => {
    setTyping(false);
    if (faults.from || faults.to) route(addressWith({ from: '', to: '', ...rightDays(typed) }), true);
  };
  const faultOf = (name: keyof typeof typed) => {
    const fault = faults[name];
    return fault && !isTyping ? t.dayFaults[fault](typed[name]) : undefined;
  };
  return (
    <search class="days" aria-label={t.days} onFocusOut={leave}>
      <Field label={t.from} type="date" value={typed.from} onInput={typeOf('from')} fault={faultOf('from')} />
      <Field label={t.to} type="date" value={typed.to} onInput={typeOf('to')} fault={faultOf('to')} />
      {(typed.from || typed.to) && (
        <Button
          look="quiet"
          onClick={() => {
            setTyped({ from: '', to: '' });
            route(addressWith({ from: '', to: '' }), true);
          }}
        >
          {t.allDays}
        </Button>
      )}
    </search>
  );
}
