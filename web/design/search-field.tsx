// The search of a list: the address follows what is typed once somebody stops typing, and the field follows the address.

import { useEffect, useState } from 'preact/hooks';
import { useParam } from '../core/address.ts';
import { Field } from './form.tsx';

const WAIT_MS = 250;

type Props = {
  label: string;
  /** What may be typed, or what is wrong with what is. */
  hint?: (typed: string) => string | undefined;
};

export function SearchField({ label, hint }: Props) {
  const [search, setSearch] = useParam('search');
  const [typed, setTyped] = useState(search);
  useEffect(() => setTyped((now) => (now.trim() === search ? now : search)), [search]);
  useEffect(() => {
    if (typed.trim() === search) return undefined;
    // A user who leaves the page before has searched for nothing.
    const timer = setTimeout(() => setSearch(typed.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search class="search-field">
      <Field label={label} type="search" value={typed} onInput={setTyped} hint={hint?.(typed)} maxLength={254} />
    </search>
  );
}
