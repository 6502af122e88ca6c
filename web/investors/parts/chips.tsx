// Choices that are links, so that they work without script: one changes the query of the address and begins the list again.

import type { Address } from '../core/page.ts';

type ChipsProps = {
  label: string;
  /** Of the query parameter. */
  name: string;
  /** The empty value is that of an address without it. */
  choices: readonly { value: string; label: string }[];
  address: Address;
};

export function Chips({ label, name, choices, address }: ChipsProps) {
  return (
    <div class="chips">
      <span class="soft small" id={`filter-${name}`}>
        {label}
      </span>
      {choices.map(({ value, label: word }) => (
        <a
          key={value}
          href={withQuery(address, { [name]: value, cursor: '' })}
          aria-label={`${label} : ${word}`}
          aria-current={(address.query[name] ?? '') === value ? 'true' : undefined}
        >
          {word}
        </a>
      ))}
    </div>
  );
}

/** This address with other query parameters; an empty value removes one. */
export function withQuery({ path, query }: Address, changes: Readonly<Record<string, string>>): string {
  const all = Object.entries({ ...query, ...changes }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const text = new URLSearchParams(all).toString();
  return text === '' ? path : `${path}?${text}`;
}
