// The search of the top bar: `/` goes there, the arrows choose, Enter opens. It finds pages, and hands the text to those that search.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Icon } from '../../design/icons.tsx';
import { isTyping } from '../../design/keys.ts';
import { hasPage, type Place, places, startOf } from '../addresses.ts';
import { shellWords } from './words.ts';

type Hit = { href: string; label: string };

export function Search() {
  const t = shellWords.value;
  const { route } = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const hits = hitsOf(text.trim());
  useSlash(input);
  const close = () => {
    setOpen(false);
    setText('');
    input.current?.blur();
  };
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    route(hit.href);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') open(hits[at]);
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };
  const isShown = isOpen && text.trim() !== '';
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
            </div>
          ))}
          {hits.length === 0 && <p class="soft">{t.searchNone}</p>}
        </div>
      )}
    </search>
  );
}

function hitsOf(text: string): Hit[] {
  if (text === '') return [];
  const { pages, searchIn } = shellWords.value;
  const built = places.filter((place: Place) => place.icon && hasPage(startOf(place)));
  const named = built
    .filter(({ name }) => plain(pages[name]).includes(plain(text)))
    .map((place) => ({ href: startOf(place), label: pages[place.name] }));
  const searched = built
    .filter((place: Place) => place.isSearched)
    .map((place) => ({ href: `${startOf(place)}?search=${encodeURIComponent(text)}`, label: searchIn(pages[place.name], text) }));
  return [...named, ...searched];
}

/** Without accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}

function useSlash(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [input]);
}
