// Mails about bricks bought of a funding, and its closing.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export type PrimaryPurchaseConfirmed = {
  propertyName: string;
  bricks: number;
  totalCents: Cents;
  purchasedAt: Moment;
  /** Last moment at which the purchase may be cancelled; absent when it no longer may. */
  cancelableUntil?: Moment;
  reference: string;
  /** Bought by the investor's investment plan. */
  automatic?: boolean;
  firstName?: string;
};

export const primaryPurchaseConfirmed: Template<PrimaryPurchaseConfirmed> = (data) => ({
  subject: `Investissement enregistré : ${data.propertyName}`,
  preview: `${bricks(data.bricks)} pour ${euros(data.totalCents)}.`,
  title: 'Votre investissement est enregistré',
  blocks: [
    greeting(data.firstName),
    paragraph(`Merci : vous participez au financement de ${data.propertyName}.`),
    ...(data.automatic ? [paragraph('Votre plan d’investissement automatique a passé cet achat pour vous.')] : []),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Montant', euros(data.totalCents)],
      ['Enregistré le', moment(data.purchasedAt)],
      ['Annulable jusqu’au', data.cancelableUntil === undefined ? null : moment(data.cancelableUntil)],
      ['Référence', data.reference],
    ),
    link('Voir mes investissements', PAGES.investments),
  ],
});

export type PrimaryPurchaseCanceled = {
  propertyName: string;
  bricks: number;
  totalCents: Cents;
  reason: 'investor' | 'funding-failed' | 'not-confirmed';
  reference: string;
  firstName?: string;
};

const REASONS = {
  investor: 'Comme vous l’avez demandé, votre investissement est annulé.',
  'not-confirmed': 'Votre paiement n’a pas pu être confirmé à temps : votre investissement est annulé.',
  'funding-failed': 'Le financement n’a pas abouti : votre investissement est annulé.',
} as const;

export const primaryPurchaseCanceled: Template<PrimaryPurchaseCanceled> = (data) => ({
  subject: `Investissement annulé : ${data.propertyName}`,
  preview: `${euros(data.totalCents)} de retour sur votre portefeuille.`,
  title: 'Votre investissement est annulé',
  blocks: [
    greeting(data.firstName),
    paragraph(`${REASONS[data.reason]} Le montant est de retour sur votre portefeuille.`),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Montant', euros(data.totalCents)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});

/** `bricks` and `investedCents` are this investor's. */
export type FundingClosed = {
  propertyName: string;
  bricks: number;
  investedCents: Cents;
  closedAt: Moment;
  firstName?: string;
};

export const fundingClosed: Template<FundingClosed> = (data) => ({
  subject: `${data.propertyName} est financé`,
  preview: 'Le financement auquel vous participez est clos.',
  title: `${data.propertyName} est financé`,
  blocks: [
    greeting(data.firstName),
    paragraph('Le financement auquel vous participez est clos avec succès : vos briques vous appartiennent.'),
    facts(
      ['Bien', data.propertyName],
      ['Vos briques', bricks(data.bricks)],
      ['Investi', euros(data.investedCents)],
      ['Clos le', moment(data.closedAt)],
    ),
    link('Voir mes investissements', PAGES.investments),
  ],
});
