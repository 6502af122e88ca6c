// The state of a project in a word and a colour: the same words in lists, on pages and in figures.

import type { PublicState } from '../../../clients/typescript/src/index.ts';
import { words } from '../../core/language.ts';
import { Badge, type Tone } from '../../design/feedback.tsx';

export const stateWords = words(
  {
    names: {
      announced: 'Annoncé',
      collecting: 'En collecte',
      collected: 'Collecté',
      'not-funded': 'Non financé',
      running: 'En cours',
      late: 'En retard',
      default: 'En défaut',
      repaid: 'Remboursé',
      sold: 'Vendu',
      'lost-in-part': 'Perdu en partie',
    },
    contracts: { obligation: 'Obligation', loan: 'Prêt', royalty: 'Royalties' },
  },
  {
    names: {
      announced: 'Announced',
      collecting: 'Collecting',
      collected: 'Collected',
      'not-funded': 'Not funded',
      running: 'Running',
      late: 'Late',
      default: 'In default',
      repaid: 'Repaid',
      sold: 'Sold',
      'lost-in-part': 'Lost in part',
    },
    contracts: { obligation: 'Bond', loan: 'Loan', royalty: 'Royalties' },
  },
);

const TONES: Readonly<Record<PublicState, Tone>> = {
  announced: 'info',
  collecting: 'info',
  collected: 'neutral',
  'not-funded': 'neutral',
  running: 'good',
  late: 'warn',
  default: 'bad',
  repaid: 'good',
  sold: 'neutral',
  'lost-in-part': 'bad',
};

export function StateBadge({ state }: { state: PublicState }) {
  return <Badge tone={TONES[state]}>{stateWords.value.names[state]}</Badge>;
}
