// Language and appearance as the operator chose them, kept on this machine.

import { effect } from '@preact/signals';
import { language } from '../../core/language.ts';
import { theme } from '../../core/theme.ts';

const LANGUAGE_KEPT_AS = 'mortar.language';
const THEME_KEPT_AS = 'mortar.theme';

const kept = localStorage.getItem(THEME_KEPT_AS);
if (localStorage.getItem(LANGUAGE_KEPT_AS) === 'en') language.value = 'en';
if (kept === 'light' || kept === 'dark') theme.value = kept;

effect(() => {
  localStorage.setItem(LANGUAGE_KEPT_AS, language.value);
  document.documentElement.lang = language.value;
});

effect(() => {
  localStorage.setItem(THEME_KEPT_AS, theme.value);
  document.documentElement.dataset.theme = theme.value;
});
