// The two languages of the console. Every page keeps its words in its own file, made by `words`; web/console/catalogue.ts lists them.

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';

export type Language = 'fr' | 'en';

const KEPT_AS = 'mortar.language';

/** French until the operator has chosen otherwise on this machine. */
export const language = signal<Language>(localStorage.getItem(KEPT_AS) === 'en' ? 'en' : 'fr');

effect(() => {
  localStorage.setItem(KEPT_AS, language.value);
  document.documentElement.lang = language.value;
});

/** The same words in both languages. */
export type Words<T> = ReadonlySignal<T> & { readonly fr: T; readonly en: T };

/**
 * Words in French and in English; what one of them lacks does not compile. Read them as `todayWords.value.title`: what reads them in a
 * component is drawn again when the language changes. A word may be a function of what it names: `(count: number) => string`.
 */
export function words<T extends object>(fr: T, en: NoInfer<T>): Words<T> {
  return Object.assign(
    computed(() => (language.value === 'fr' ? fr : en)),
    { fr, en },
  );
}
