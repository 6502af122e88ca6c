// Words of the page about what is kept of somebody: taking it away, and closing the account.

import type { ErasureHold, ErasurePartName } from '../../../clients/typescript/src/index.ts';
import { words } from '../../core/language.ts';

type Named<Name extends string> = Readonly<Record<Name, string>>;

const frenchHolds: Named<ErasureHold> = {
  'money-in-wallet': 'Il reste de l’argent dans votre portefeuille : retirez-le d’abord.',
  'bricks-held': 'Vous avez des briques d’un projet qui n’est pas soldé : vendez-les, ou attendez la fin du projet.',
  'payment-under-way': 'Un paiement est en cours : attendez qu’il soit confirmé.',
  'payout-due': 'Un versement vous est dû : il doit d’abord arriver.',
  'gift-card-open': 'Une carte cadeau que vous avez achetée n’est pas encore utilisée ni remboursée.',
  'reward-due': 'Une récompense de parrainage vous est due : elle doit d’abord être versée.',
  'account-frozen': 'Votre compte est suspendu : écrivez-nous.',
  'charge-back-open': 'Un rejet bancaire est en cours de traitement.',
  'difference-open': 'Un écart avec notre prestataire de paiement est en cours d’examen.',
  'identity-check-open': 'Une vérification de votre identité est en cours : attendez-en la fin.',
  'tax-request-open': 'Votre demande fiscale attend une réponse : retirez-la, ou attendez.',
  'complaint-open': 'Votre réclamation attend une réponse : nous vous répondons d’abord.',
  'address-change-open':
    'Votre adresse e-mail a changé récemment, et ce changement peut encore être annulé : attendez la fin du délai.',
  'company-account': 'Ce compte est celui de la plateforme.',
  administrator: 'Ce compte est aussi celui d’un administrateur.',
};

const englishHolds: Named<ErasureHold> = {
  'money-in-wallet': 'There is money in your wallet: withdraw it first.',
  'bricks-held': 'You hold bricks of a project that is not settled: sell them, or wait for the end of the project.',
  'payment-under-way': 'A payment is under way: wait until it is confirmed.',
  'payout-due': 'A payout is due to you: it has to arrive first.',
  'gift-card-open': 'A gift card that you bought is neither used nor refunded yet.',
  'reward-due': 'A referral reward is due to you: it has to be paid first.',
  'account-frozen': 'Your account is suspended: write to us.',
  'charge-back-open': 'A charge-back is being dealt with.',
  'difference-open': 'A difference with our payment provider is being looked into.',
  'identity-check-open': 'A check of your identity is under way: wait for its end.',
  'tax-request-open': 'Your tax request waits for an answer: withdraw it, or wait.',
  'complaint-open': 'Your complaint waits for an answer: we answer it first.',
  'address-change-open': 'Your address was changed recently, and the change can still be undone: wait for the end of that time.',
  'company-account': 'This account is the platform’s own.',
  administrator: 'This account is an administrator’s too.',
};

const frenchParts: Named<ErasurePartName> = {
  account: 'Vos accès, votre téléphone, vos réglages, votre plan d’investissement, la liste de nos e-mails',
  identity: 'Votre nom, votre adresse et vos pièces d’identité : la loi contre le blanchiment impose de les garder cinq ans',
  accounting: 'Vos factures, vos avis d’opération et vos comptes bancaires : le code de commerce impose de les garder dix ans',
};

const englishParts: Named<ErasurePartName> = {
  account: 'Your sign-in, your phone number, your settings, your investment plan, the list of our mails',
  identity: 'Your name, your address and your identity documents: the law against money laundering has us keep them five years',
  accounting: 'Your invoices, your trade papers and your bank accounts: the commercial code has us keep them ten years',
};

export const dataWords = words(
  {
    state: 'Ce que nous conservons de vous : emportez-le, ou fermez votre compte.',
    export: 'Emporter mes données',
    exportText:
      'Un fichier zip avec tout ce qui est conservé à votre sujet, vos documents et vos factures. Les mots de passe et les codes n’y sont pas.',
    exported: 'Le fichier est dans vos téléchargements. Il contient vos IBAN : gardez-le à l’abri.',
    file: 'donnees-personnelles.zip',
    close: 'Fermer mon compte',
    closeText: 'La fermeture est immédiate et définitive : personne ne pourra rouvrir ce compte. Emportez vos données avant.',
    what: 'Ce qui est effacé, et quand',
    at: (day: string) => `le ${day}`,
    atOnce: 'Tout de suite',
    parts: frenchParts,
    held: 'Votre compte ne peut pas encore être fermé',
    holds: frenchHolds,
    open: 'Fermer mon compte…',
    confirm: 'Fermer mon compte définitivement',
    closed: 'Votre compte est fermé. Un e-mail vous le confirme.',
    leave: 'Quitter',
  },
  {
    state: 'What we keep of you: take it away, or close your account.',
    export: 'Take my data away',
    exportText: 'A zip file with all that is kept of you, your documents and your invoices. Passwords and codes are not in it.',
    exported: 'The file is among your downloads. It has your IBANs: keep it safe.',
    file: 'personal-data.zip',
    close: 'Close my account',
    closeText: 'The account is closed at once and for good: nobody can open it again. Take your data away first.',
    what: 'What is erased, and when',
    at: (day) => `on ${day}`,
    atOnce: 'At once',
    parts: englishParts,
    held: 'Your account cannot be closed yet',
    holds: englishHolds,
    open: 'Close my account…',
    confirm: 'Close my account for good',
    closed: 'Your account is closed. A mail confirms it.',
    leave: 'Leave',
  },
);
