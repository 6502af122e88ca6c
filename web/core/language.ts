// The two languages of the pages. Each face keeps the choice in its own way, and lists the words of its pages in its catalogue.ts.

import { computed, type ReadonlySignal, signal } from '@preact/signals';

export type Language = 'fr' | 'en';

/** French until somebody has chosen otherwise. */
export const language = signal<Language>('fr');

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
