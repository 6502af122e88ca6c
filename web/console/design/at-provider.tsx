// A link to a record on the payment provider's own pages, where a setting says how they are addressed.

import { Icon } from '../../design/icons.tsx';
import { atProviderWords } from './at-provider-words.ts';

/** What the record is, as the setting names it. */
type KindAtProvider = 'account' | 'transfer' | 'money-in' | 'money-out';

const template = document.querySelector('meta[name=mortar-back-office]')?.getAttribute('content');

/** Draws nothing without the setting, or where the record has no id there. */
export function AtProvider({ kind, id }: { kind: KindAtProvider; id: string | number | null | undefined }) {
  if (!template || id === null || id === undefined || id === '') return null;
  const href = template.replaceAll('{kind}', kind).replaceAll('{id}', encodeURIComponent(String(id)));
  const t = atProviderWords.value;
  return (
    <a
      class="at-provider"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={t.opens}
      aria-label={t.of[kind](String(id))}
    >
      {t.link}
      <Icon name="outside" />
    </a>
  );
}
