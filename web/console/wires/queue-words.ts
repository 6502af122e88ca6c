// Words of the queue of wires: its search, what is assigned together, and the way to the next one.

import { words } from '../../core/language.ts';

export const queueWords = words(
  {
    search: 'Montant, libellé, projet ou société',
    searchShort: 'Au moins trois lettres, ou un montant.',
    emptySearch: 'Aucun paiement ne correspond',
    emptySearchText: 'Essayez un autre montant, une partie du libellé, le projet, la société ou une autre période.',
    sure: (count: number) => (count > 1 ? `Affecter les ${count} suggestions sûres` : 'Affecter la suggestion sûre'),
    sureTitle: 'Suggestions sûres',
    sureState: 'Le montant, le projet et la plus ancienne échéance impayée concordent. Relisez, décochez, puis affectez.',
    sureEmpty: 'Aucune suggestion sûre',
    sureEmptyText: 'Ce qui attend demande un choix : ouvrez chaque paiement.',
    toWires: 'Voir les virements',
    taken: (amount: string, target: string) => `Affecter ${amount} à ${target}`,
    columns: {
      taken: 'Affecter',
      received: 'Reçu le',
      comment: 'Libellé',
      target: 'Vers',
      why: 'Pourquoi',
      amount: 'Montant',
      outcome: 'Résultat',
    },
    assignAll: (count: number, amount: string) =>
      count > 1 ? `Affecter ${count} paiements, ${amount}` : `Affecter ${count} paiement, ${amount}`,
    receivers: (count: number) => (count > 1 ? `${count} échéances` : `${count} échéance`),
    consequence:
      'Chaque paiement est affecté à son échéance, l’un après l’autre. Ce qui est refusé reste à affecter, les autres sont faits.',
    made: (done: number, others: number) =>
      others === 0 ? `Affectés : ${done}.` : `Affectés : ${done}. À regarder : ${others}, dont la raison est à leur ligne.`,
    done: 'Affecté',
    waits: 'Attend un second administrateur',
    next: 'Virement suivant',
    nextNamed: (amount: string, from: string) => `Virement suivant : ${amount}, ${from}`,
    nextNone: 'Plus rien n’attend.',
    nextNoneHere: 'Plus rien n’attend dans cette liste ; d’autres virements attendent peut-être.',
  },
  {
    search: 'Amount, label, project or company',
    searchShort: 'At least three letters, or an amount.',
    emptySearch: 'No payment fits',
    emptySearchText: 'Try another amount, a part of the label, the project, the company or another period.',
    sure: (count) => (count > 1 ? `Assign the ${count} sure suggestions` : 'Assign the sure suggestion'),
    sureTitle: 'Sure suggestions',
    sureState: 'Amount, project and the oldest unpaid echeance agree. Look through them, untick, then assign.',
    sureEmpty: 'No sure suggestion',
    sureEmptyText: 'What waits asks for a choice: open each payment.',
    toWires: 'See the wires',
    taken: (amount, target) => `Assign ${amount} to ${target}`,
    columns: {
      taken: 'Assign',
      received: 'Received',
      comment: 'Label',
      target: 'To',
      why: 'Because',
      amount: 'Amount',
      outcome: 'Outcome',
    },
    assignAll: (count, amount) => (count > 1 ? `Assign ${count} payments, ${amount}` : `Assign ${count} payment, ${amount}`),
    receivers: (count) => (count > 1 ? `${count} echeances` : `${count} echeance`),
    consequence: 'Each payment is assigned to its echeance, one after another. What is refused still waits, the others are done.',
    made: (done, others) =>
      others === 0 ? `Assigned: ${done}.` : `Assigned: ${done}. To be looked at: ${others}, with the reason in their rows.`,
    done: 'Assigned',
    waits: 'Waits for a second administrator',
    next: 'Next wire',
    nextNamed: (amount, from) => `Next wire: ${amount}, ${from}`,
    nextNone: 'Nothing waits any more.',
    nextNoneHere: 'Nothing waits in this list any more; other wires may.',
  },
);
