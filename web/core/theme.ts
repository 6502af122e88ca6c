// Light or dark: as the system has it, until the operator chooses.

import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEPT_AS = 'mortar.theme';
const kept = localStorage.getItem(KEPT_AS);

export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

effect(() => {
  localStorage.setItem(KEPT_AS, theme.value);
  document.documentElement.dataset.theme = theme.value;
});
