// Mails about money that comes into a wallet and leaves it.

import type { Cents } from '../../../core/cents.ts';
import { contact, facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros, type Moment, moment } from '../format.ts';
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
