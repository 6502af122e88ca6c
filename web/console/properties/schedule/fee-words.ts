// Words of the management fees of a project.

import { words } from '../../../core/language.ts';

export const feeWords = words(
  {
    fees: 'Frais de gestion',
    feesNote: 'Dus par la société du projet à la plateforme, mois par mois, TVA comprise.',
    open: 'Frais à prélever',
    period: 'Période',
    due: 'Exigible le',
    amount: 'Frais TTC',
    state: 'État',
    states: { executed: 'réglés', waiting: 'en attente du prestataire', open: 'à prélever', 'to-come': 'à venir' },
    done: 'Réglés le',
    platform: 'Mortar, compte principal',
    spv: 'la société du projet',
    transfer: (amount: string, ofMonth: string) => `Prélever ${amount} de frais ${ofMonth}`,
    transferTitle: 'Prélever les frais de gestion',
    transferConsequence: (spv: string, project: string) =>
      `La somme quitte le compte de ${spv} : d’abord ce que l’échéance a reçu pour ses frais, le reste avancé par la caisse principale de ${project}. Une facture est émise.`,
    transferMade: (amount: string) => `${amount} de frais sont prélevés, la facture est émise.`,
    transferWaits: (amount: string) => `Le virement de ${amount} est en route ; la facture suit quand il est exécuté.`,
    otherwise: (ofMonth: string) => `Frais ${ofMonth} payés autrement`,
    comment: 'Comment ils ont été payés',
    commentHint: 'Noté au journal et sur l’échéance.',
    providerPayment: 'N° du virement chez le prestataire (facultatif)',
    providerPaymentHint: 'Vide : payés hors plateforme, aucun argent ne bouge.',
    providerPaymentFault: 'Ce n’est pas un numéro de virement.',
    mark: (amount: string, ofMonth: string) => `Noter ${amount} de frais ${ofMonth} payés`,
    markTitle: 'Noter des frais de gestion payés',
    outsideConsequence: (project: string) =>
      `Aucun argent ne part : le porteur ne doit plus ces frais, et ce qui est arrivé pour eux devient l’excédent de ${project}. Une facture est émise.`,
    byHandConsequence: (transfer: string) =>
      `Le virement ${transfer}, fait à la main chez le prestataire, est inscrit comme ces frais ; le porteur les doit toujours. Une facture est émise.`,
    markMade: 'Les frais sont notés payés, la facture est émise.',
  },
  {
    fees: 'Management fees',
    feesNote: 'Owed by the company of the project to the platform, month by month, VAT included.',
    open: 'Fees to take',
    period: 'Period',
    due: 'Due on',
    amount: 'Fees with VAT',
    state: 'State',
    states: { executed: 'settled', waiting: 'waits for the provider', open: 'to take', 'to-come': 'to come' },
    done: 'Settled on',
    platform: 'Mortar, main account',
    spv: 'the company of the project',
    transfer: (amount, month) => `Take ${amount} of fees of ${month}`,
    transferTitle: 'Take the management fees',
    transferConsequence: (spv, project) =>
      `The sum leaves the account of ${spv}: first what the month received for its fees, the rest advanced by the main purse of ${project}. An invoice is issued.`,
    transferMade: (amount) => `${amount} of fees are taken, the invoice is issued.`,
    transferWaits: (amount) => `The transfer of ${amount} is on its way; the invoice follows once it is executed.`,
    otherwise: (month) => `Fees of ${month} paid otherwise`,
    comment: 'How they were paid',
    commentHint: 'Kept in the log and on the month.',
    providerPayment: 'Number of the transfer at the provider (optional)',
    providerPaymentHint: 'Empty: paid outside the platform, no money moves.',
    providerPaymentFault: 'This is no number of a transfer.',
    mark: (amount, month) => `Record ${amount} of fees of ${month} as paid`,
    markTitle: 'Record management fees as paid',
    outsideConsequence: (project) =>
      `No money leaves: the owner does not owe these fees any more, and what came in for them becomes surplus of ${project}. An invoice is issued.`,
    byHandConsequence: (transfer) =>
      `Transfer ${transfer}, made by hand at the provider, is booked as these fees; the owner still owes them. An invoice is issued.`,
    markMade: 'The fees are recorded as paid, the invoice is issued.',
  },
);
