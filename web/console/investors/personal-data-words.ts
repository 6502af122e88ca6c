// Words of what is kept of an investor: its export, and the end of the account.

import type { ErasureHold, ErasurePartName } from '../../../clients/typescript/src/index.ts';
import { words } from '../../core/language.ts';

type Named<Name extends string> = Readonly<Record<Name, string>>;

const frenchHolds: Named<ErasureHold> = {
  'money-in-wallet': 'de l’argent dans le portefeuille',
  'bricks-held': 'des briques d’un projet qui n’est pas soldé',
  'payment-under-way': 'un paiement en cours, ou à décider',
  'payout-due': 'un versement dû',
  'gift-card-open': 'une carte cadeau ni utilisée ni remboursée',
  'reward-due': 'une récompense de parrainage due',
  'account-frozen': 'un compte gelé ou bloqué chez le prestataire',
  'charge-back-open': 'un rejet bancaire à traiter',
  'difference-open': 'un écart avec le prestataire',
  'identity-check-open': 'une vérification ou une correction en cours',
  'tax-request-open': 'une demande fiscale sans réponse',
  'complaint-open': 'une réclamation sans réponse',
  'address-change-open': 'un changement d’adresse qui peut encore être annulé',
  'company-account': 'le compte de la société',
  administrator: 'un accès d’administrateur',
};

const englishHolds: Named<ErasureHold> = {
  'money-in-wallet': 'money in the wallet',
  'bricks-held': 'bricks of a project that is not settled',
  'payment-under-way': 'a payment that is under way or to be decided',
  'payout-due': 'a payout that is due',
  'gift-card-open': 'a gift card that is neither used nor refunded',
  'reward-due': 'a referral reward that is due',
  'account-frozen': 'an account that is frozen, or blocked at the provider',
  'charge-back-open': 'a charge-back to deal with',
  'difference-open': 'a difference with the provider',
  'identity-check-open': 'a check or a correction that is under way',
  'tax-request-open': 'a tax request without an answer',
  'complaint-open': 'a complaint without an answer',
  'address-change-open': 'a change of address that can still be undone',
  'company-account': 'the account of the company',
  administrator: 'the access of an administrator',
};

const frenchParts: Named<ErasurePartName> = { account: 'Compte', identity: 'Identité', accounting: 'Comptabilité' };
const englishParts: Named<ErasurePartName> = { account: 'Account', identity: 'Identity', accounting: 'Accounting' };

export const personalDataWords = words(
  {
    title: 'Données personnelles',
    export: 'Exporter',
    file: 'donnees-personnelles.zip',
    close: 'Fermer le compte',
    closeText: (name: string) =>
      `Le compte de ${name} est fermé définitivement, sur demande de sa part : vérifiez qui demande. Un e-mail le confirme.`,
    closedOn: (date: string) => `Compte fermé le ${date}`,
    held: 'Ce qui retient le compte :',
    heldLater: 'Rien d’autre n’est effacé tant que dure :',
    reason: 'Motif',
    reasonHint: 'Noté au journal, qui n’est jamais effacé : ne nommez personne.',
    parts: frenchParts,
    erased: (on: string) => `effacé le ${on}`,
    toBeErased: (on: string) => `à effacer le ${on}`,
    rows: (rows: number, tables: number) =>
      `${rows} ${rows > 1 ? 'lignes' : 'ligne'} de ${tables} ${tables > 1 ? 'tables' : 'table'}`,
    holds: frenchHolds,
  },
  {
    title: 'Personal data',
    export: 'Export',
    file: 'personal-data.zip',
    close: 'Close the account',
    closeText: (name) => `The account of ${name} is closed for good, as they asked: check who asks. A mail confirms it.`,
    closedOn: (date) => `Account closed on ${date}`,
    held: 'What holds the account:',
    heldLater: 'Nothing more is erased as long as there is:',
    reason: 'Reason',
    reasonHint: 'Kept in the log, which is never erased: name nobody.',
    parts: englishParts,
    erased: (on) => `erased on ${on}`,
    toBeErased: (on) => `to be erased on ${on}`,
    rows: (rows, tables) => `${rows} ${rows === 1 ? 'row' : 'rows'} of ${tables} ${tables === 1 ? 'table' : 'tables'}`,
    holds: englishHolds,
  },
);
