// Mails about the wallet: money received and withdrawn, bank accounts, and rewards of invitations.

import type { Cents } from '../../../core/cents.ts';
import { euros, type Moment, moment } from '../format.ts';
import { contact, facts, greeting, link, paragraph, type Template } from '../layout.ts';
import { PAGES } from '../pages.ts';

export const moneyReceived: Template<{ amountCents: Cents; receivedAt: Moment; firstName?: string }> = (data) => ({
  subject: `Votre versement de ${euros(data.amountCents)} est arrivé`,
  preview: 'Le montant est disponible sur votre portefeuille.',
  title: 'Votre versement est arrivé',
  blocks: [
    greeting(data.firstName),
    paragraph('Votre versement est arrivé. Le montant est disponible sur votre portefeuille, pour investir ou pour un retrait.'),
    facts(['Montant', euros(data.amountCents)], ['Reçu le', moment(data.receivedAt)]),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});

/** `feeCents` includes tax, 0 when free; `ibanEnd` is the last four characters. */
export type WithdrawalInitiated = {
  amountCents: Cents;
  feeCents: Cents;
  ibanEnd: string;
  requestedAt: Moment;
  reference: string;
  firstName?: string;
};

export const withdrawalInitiated: Template<WithdrawalInitiated> = (data) => ({
  subject: `Votre retrait de ${euros(data.amountCents)} est en cours`,
  preview: 'Le virement part vers votre banque.',
  title: 'Votre retrait est en cours',
  blocks: [
    greeting(data.firstName),
    paragraph('Nous avons bien reçu votre demande de retrait. Le virement arrive en général sous deux à quatre jours ouvrés.'),
    facts(
      ['Montant', euros(data.amountCents)],
      ['Frais (TTC)', data.feeCents > 0 ? euros(data.feeCents) : 'offerts'],
      ['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`],
      ['Demandé le', moment(data.requestedAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
    contact('Vous n’êtes pas à l’origine de ce retrait ? Écrivez-nous sans attendre :'),
  ],
});

export type WithdrawalCompleted = {
  amountCents: Cents;
  ibanEnd: string;
  completedAt: Moment;
  reference: string;
  firstName?: string;
};

export const withdrawalCompleted: Template<WithdrawalCompleted> = (data) => ({
  subject: `Votre retrait de ${euros(data.amountCents)} est parti`,
  preview: 'Le virement a été remis à votre banque.',
  title: 'Votre retrait est parti',
  blocks: [
    greeting(data.firstName),
    paragraph('Le virement a été remis à votre banque, qui le portera à votre compte.'),
    facts(
      ['Montant', euros(data.amountCents)],
      ['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`],
      ['Parti le', moment(data.completedAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});

export type WithdrawalFailed = { amountCents: Cents; ibanEnd: string; reference: string; firstName?: string; canceled?: boolean };

export const withdrawalFailed: Template<WithdrawalFailed> = (data) => ({
  subject: data.canceled ? 'Votre retrait est annulé' : 'Votre retrait n’a pas abouti',
  preview: 'Le montant est de nouveau disponible sur votre portefeuille.',
  title: data.canceled ? 'Votre retrait est annulé' : 'Votre retrait n’a pas abouti',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `Le virement n’a pas ${data.canceled ? 'été envoyé' : 'pu être effectué'}. Le montant et les frais éventuels sont de nouveau disponibles sur votre portefeuille.`,
    ),
    facts(
      ['Montant', euros(data.amountCents)],
      ['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`],
      ['Référence', data.reference],
    ),
    ...(data.canceled ? [] : [paragraph('Vérifiez vos coordonnées bancaires avant une nouvelle demande.')]),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});

export type BankAccountAdded = { ibanEnd: string; holder: string; addedAt: Moment; firstName?: string };

export const bankAccountAdded: Template<BankAccountAdded> = (data, platform) => ({
  subject: 'Un compte bancaire a été ajouté',
  preview: 'Il pourra recevoir vos retraits une fois vérifié.',
  title: 'Un compte bancaire a été ajouté',
  blocks: [
    greeting(data.firstName),
    paragraph(`Un compte bancaire a été ajouté à votre compte ${platform}. Il pourra recevoir vos retraits une fois vérifié.`),
    facts(
      ['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`],
      ['Titulaire', data.holder],
      ['Ajouté le', moment(data.addedAt)],
    ),
    link('Voir mes comptes bancaires', PAGES.bankAccounts),
    contact('Vous n’êtes pas à l’origine de cet ajout ? Changez votre mot de passe et écrivez-nous sans attendre :'),
  ],
});

export type BankAccountRemoved = { ibanEnd: string; removedAt: Moment; firstName?: string };

export const bankAccountRemoved: Template<BankAccountRemoved> = (data, platform) => ({
  subject: 'Un compte bancaire a été retiré',
  preview: 'Il ne recevra plus vos retraits.',
  title: 'Un compte bancaire a été retiré',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `Un compte bancaire a été retiré de votre compte ${platform}. Il ne recevra plus vos retraits ; vous pouvez l’ajouter de nouveau.`,
    ),
    facts(['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`], ['Retiré le', moment(data.removedAt)]),
    link('Voir mes comptes bancaires', PAGES.bankAccounts),
    contact('Vous n’êtes pas à l’origine de ce retrait ? Changez votre mot de passe et écrivez-nous sans attendre :'),
  ],
});

export type BankAccountChecked = { outcome: 'activated' | 'refused'; ibanEnd: string; firstName?: string };

const OUTCOMES = {
  activated: {
    subject: 'Votre compte bancaire est validé',
    text: 'Votre compte bancaire est vérifié : il peut recevoir vos retraits.',
  },
  refused: {
    subject: 'Votre compte bancaire n’a pas été accepté',
    text: 'Votre compte bancaire n’a pas pu être vérifié. Contrôlez l’IBAN et le titulaire, puis ajoutez-le de nouveau.',
  },
} as const;

export const bankAccountChecked: Template<BankAccountChecked> = (data) => {
  const { subject, text } = OUTCOMES[data.outcome];
  return {
    subject,
    preview: text.slice(0, text.indexOf('.') + 1),
    title: subject,
    blocks: [
      greeting(data.firstName),
      paragraph(text),
      facts(['Compte bancaire', `IBAN se terminant par ${data.ibanEnd}`]),
      link('Voir mes comptes bancaires', PAGES.bankAccounts),
    ],
  };
};

export type ReferralRewardPaid = {
  amountCents: Cents;
  propertyName: string;
  paidAt: Moment;
  reference: string;
  firstName?: string;
};

export const referralRewardPaid: Template<ReferralRewardPaid> = (data, platform) => ({
  subject: `Votre récompense de parrainage de ${euros(data.amountCents)} est arrivée`,
  preview: 'Elle est disponible sur votre portefeuille.',
  title: 'Votre récompense de parrainage',
  blocks: [
    greeting(data.firstName),
    paragraph(`Merci d’avoir fait connaître ${platform} : les investissements de vos filleuls vous valent cette récompense.`),
    paragraph('Elle est disponible sur votre portefeuille, pour investir ou pour un retrait.'),
    facts(
      ['Bien', data.propertyName],
      ['Montant', euros(data.amountCents)],
      ['Versée le', moment(data.paidAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});
