// Language and appearance. The language is a link, so that it can be chosen without script.

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Language, language } from '../../core/language.ts';
import { type Theme, theme } from '../../core/theme.ts';
import { chooseLanguage, chooseTheme } from '../core/choices.ts';
import { shellWords } from './words.ts';

const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: 'fr', label: 'Français' },
  { value: 'en', label: 'English' },
];

export function LanguageSwitch() {
  const { url } = useLocation();
  const choose = (chosen: Language) => (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    chooseLanguage(chosen);
  };
  return (
    <nav class="choice" aria-label={shellWords.value.language}>
      {LANGUAGES.map(({ value, label }) => (
        <a
          key={value}
          lang={value}
          href={`${url}${url.includes('?') ? '&' : '?'}lang=${value}`}
          rel="nofollow"
          aria-current={value === language.value ? 'true' : undefined}
          onClick={choose(value)}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Without script a page looks as the system has it: there is nothing to choose then. */
export function ThemeSwitch() {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const { theme: label, themes } = shellWords.value;
  return (
    <fieldset class="choice" hidden={!isAlive}>
      <legend class="out-of-sight">{label}</legend>
      {THEMES.map((value) => (
        <label key={value}>
          <input type="radio" name="theme" checked={value === theme.value} onChange={() => chooseTheme(value)} />
          <span>{themes[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}
