// Words of giving up what an owner in default cannot pay.

import { words } from '../../../core/language.ts';

export const giveUpWords = words(
  {
    title: 'Abandonner le recouvrement',
    note: 'Quand le porteur ne paiera plus : ce qui reste dû n’est plus demandé, et le solde de tout compte peut commencer.',
    capital: 'Capital restant dû',
    mensualites: 'Mensualités restant dues',
    escrow: 'Séquestre, qui paie d’abord les intérêts échus',
    comment: 'Motif',
    commentHint: 'Conservé dans le journal, et montré sur l’échéancier.',
    label: (amount: string) => `Abandonner ${amount}`,
    consequence: (capital: string, mensualites: string) =>
      `${capital} de capital et ${mensualites} de mensualités ne seront plus demandés. Les prélèvements programmés sont annulés, la perte en capital est inscrite aux papiers fiscaux des porteurs de briques, qui sont prévenus par courriel. Ce qui arriverait plus tard leur sera versé.`,
    made: (loss: string, escrow: string) =>
      `Le recouvrement est abandonné. Perte en capital des porteurs de briques : ${loss}. Payé par le séquestre : ${escrow}.`,
    notLent: (amount: string) =>
      `Prêts prévus qui n’ont plus lieu : ${amount}, à rendre aux porteurs de briques au solde de tout compte.`,
    given: (date: string) => `Recouvrement abandonné le ${date}`,
    givenNote: 'Un virement reçu depuis peut encore être affecté : il revient aux porteurs de briques.',
    reason: 'Motif',
    lostCapital: 'Capital perdu à ce jour',
    lostMensualites: 'Intérêts et pénalités perdus à ce jour',
    takeBack: 'Reprendre le recouvrement',
    takeBackTitle: 'Reprendre le recouvrement ?',
    takeBackConsequence:
      'Tout ce qui avait été abandonné est de nouveau dû, et la perte en capital est annulée ; les porteurs de briques sont prévenus. Les prélèvements annulés ne sont pas reprogrammés.',
    takenBack: 'Le recouvrement est repris.',
  },
  {
    title: 'Give the recovery up',
    note: 'When the owner will not pay any more: what is still due is not asked for, and the final settlement can begin.',
    capital: 'Capital still due',
    mensualites: 'Monthly payments still due',
    escrow: 'Escrow, which pays interest that is due first',
    comment: 'Reason',
    commentHint: 'Kept in the audit, and shown on the schedule.',
    label: (amount) => `Give up ${amount}`,
    consequence: (capital, mensualites) =>
      `${capital} of capital and ${mensualites} of monthly payments are not asked for any more. Scheduled debits are cancelled, the loss of capital goes into the tax papers of the holders, who are told by mail. What comes in later is paid to them.`,
    made: (loss, escrow) => `The recovery is given up. Capital lost by the holders: ${loss}. Paid by the escrow: ${escrow}.`,
    notLent: (amount) =>
      `Planned loans that are not made any more: ${amount}, to give back to the holders in the final settlement.`,
    given: (date) => `Recovery given up on ${date}`,
    givenNote: 'A wire that came in since can still be assigned: it goes to the holders.',
    reason: 'Reason',
    lostCapital: 'Capital lost so far',
    lostMensualites: 'Interest and penalties lost so far',
    takeBack: 'Take the recovery up again',
    takeBackTitle: 'Take the recovery up again?',
    takeBackConsequence:
      'All that was given up is due again, and the loss of capital does not count; the holders are told. Debits that were cancelled are not scheduled again.',
    takenBack: 'The recovery is taken up again.',
  },
);
