// Language and appearance, kept in cookies so that the server draws a page as its reader wants it.

import { type Language, language } from '../../core/language.ts';
import { type Theme, theme } from '../../core/theme.ts';

const YEAR_SECONDS = 31_536_000;

/** What the document was drawn in. */
export function takeChoices(html: HTMLElement): void {
  language.value = html.lang === 'en' ? 'en' : 'fr';
  const { theme: chosen } = html.dataset;
  theme.value = chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  document.documentElement.lang = chosen;
  keep('mortar-language', chosen);
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  document.documentElement.dataset.theme = chosen;
  keep('mortar-theme', chosen);
}

function keep(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is missing in two of the browsers
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
