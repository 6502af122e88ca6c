// The search of the top bar: `/` or Ctrl-K goes there, the arrows choose, Enter opens. It finds pages, tabs, actions and records.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Query, useQuery } from '../../core/query.ts';
import { Icon } from '../../design/icons.tsx';
import { isTyping } from '../../design/keys.ts';
import { mortar } from '../core/api.ts';
import type { Hit } from './search-hits.ts';
import { shellWords } from './words.ts';

export function Search() {
  const t = shellWords.value;
  const { route } = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const wanted = isOpen ? text.trim() : '';
  const { hits, isReading, isFailed } = useHits(wanted);
  /** Enter before the service has answered: the first hit opens once it is there. */
  const opensFirst = useRef(false);
  useKeys(input);
  const close = () => {
    opensFirst.current = false;
    setOpen(false);
    setText('');
    input.current?.blur();
  };
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    route(hit.href);
    close();
  };
  useEffect(() => {
    if (opensFirst.current && !isReading) open(hits[0]);
  }, [isReading, hits.length]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && isReading && at === 0) opensFirst.current = true;
    else if (event.key === 'Enter') open(hits[at]);
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };
  const isShown = wanted !== '';
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        role="combobox"
        value={text}
        placeholder={t.searchHint}
        aria-label={t.search}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && hits[at] ? `${listId}-${at}` : undefined}
        autoComplete="off"
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
          setOpen(true);
          opensFirst.current = false;
        }}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div class="search-results" id={listId} role="listbox" aria-label={t.results}>
          {hits.map((hit, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            <div
              key={hit.href}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => open(hit)}
            >
              {hit.label}
              {hit.note && <span class="soft small">{hit.note}</span>}
            </div>
          ))}
          {isFailed && <p class="soft">{t.searchFailed}</p>}
          {!isFailed && hits.length === 0 && <p class="soft">{isReading ? t.searching : t.searchNone}</p>}
        </div>
      )}
    </search>
  );
}

/** Somebody types on: only what stands for so long is asked. */
const PAUSE_MS = 150;

type Hits = { hits: readonly Hit[]; isReading: boolean; isFailed: boolean };

/** Pages first and the lists that search last, which need no service; between them what it finds. */
function useHits(text: string): Hits {
  const pages = useQuery(['pages', text], async () => {
    if (text === '') return { text, named: [], handed: [] };
    const { namedHits, handedHits } = await import('./search-hits.ts');
    return { text, named: namedHits(text), handed: handedHits(text) };
  });
  const records = useQuery(['search', text], async (signal) => {
    if (text === '') return { text, found: [] };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    signal.throwIfAborted();
    const found = await mortar.searchRecords({ query: { q: text }, signal });
    const { recordHit } = await import('./search-hits.ts');
    return { text, found: found.map(recordHit) };
  });
  const isFailed = [pages, records].some(({ error }) => error !== undefined);
  if (isBehind(pages, text) || isBehind(records, text)) return { hits: [], isReading: true, isFailed: false };
  const hits = [...(pages.data?.named ?? []), ...(records.data?.found ?? []), ...(pages.data?.handed ?? [])];
  return { hits, isReading: false, isFailed };
}

/** Neither an answer to this text nor a refusal. */
function isBehind({ data, error, isLoading }: Query<{ text: string }>, text: string): boolean {
  return error === undefined && (isLoading || data?.text !== text);
}

function useKeys(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      // A dialog has the keyboard until it is closed.
      if (isCommand ? document.querySelector('dialog[open]') : event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [input]);
}
