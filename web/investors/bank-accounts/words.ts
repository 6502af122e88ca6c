// Words of the bank accounts that an investor withdraws to.

import { words } from '../../core/language.ts';

export const bankWords = words(
  {
    state: 'Les comptes sur lesquels vous pouvez retirer votre argent.',
    none: 'Aucun compte bancaire n’est enregistré.',
    noneText: 'Ajoutez le compte sur lequel vous voulez recevoir vos retraits.',
    iban: 'IBAN',
    bic: 'BIC',
    bicHint: 'Facultatif dans la zone SEPA.',
    holder: 'Titulaire',
    holderHint: 'Le compte doit être à votre nom.',
    status: 'État',
    statuses: { waiting: 'En cours de vérification', activated: 'Utilisable', refused: 'Refusé', deactivated: 'Désactivé' },
    statusTexts: {
      waiting: 'Le prestataire de paiement vérifie le compte, d’ordinaire sous deux jours ouvrés.',
      activated: 'Vous pouvez y retirer votre argent.',
      refused: 'Le prestataire de paiement n’a pas accepté ce compte.',
      deactivated: 'Le prestataire de paiement ne paie plus vers ce compte.',
    },
    addedAt: 'Ajouté le',
    delayed: (from: string) =>
      `Par sécurité, aucun retrait vers ce compte n’est possible avant le ${from} : il est nouveau, ou un moyen de connexion a été remplacé peu avant son ajout.`,
    addState: 'Un code de confirmation vous est demandé, et un e-mail vous annonce l’ajout.',
    add: 'Ajouter ce compte',
    remove: 'Retirer ce compte',
    removeOf: (iban: string) => `Retirer ce compte : ${iban}`,
    removeText: 'Plus aucun retrait ne pourra y être fait. Vous pourrez l’ajouter à nouveau.',
  },
  {
    state: 'The accounts to which you can withdraw your money.',
    none: 'No bank account is stored.',
    noneText: 'Add the account on which you want to receive your withdrawals.',
    iban: 'IBAN',
    bic: 'BIC',
    bicHint: 'Optional within SEPA.',
    holder: 'Holder',
    holderHint: 'The account must be in your name.',
    status: 'State',
    statuses: { waiting: 'Being verified', activated: 'Usable', refused: 'Refused', deactivated: 'Deactivated' },
    statusTexts: {
      waiting: 'The payment provider verifies the account, usually within two working days.',
      activated: 'You can withdraw your money to it.',
      refused: 'The payment provider did not accept this account.',
      deactivated: 'The payment provider does not pay to this account any more.',
    },
    addedAt: 'Added on',
    delayed: (from) =>
      `For safety no withdrawal to this account is possible before ${from}: it is new, or a way to sign in was replaced shortly before it was added.`,
    addState: 'A code confirms it, and a mail announces the addition.',
    add: 'Add this account',
    remove: 'Remove this account',
    removeOf: (iban) => `Remove this account: ${iban}`,
    removeText: 'No withdrawal will be possible to it any more. You may add it again.',
  },
);
