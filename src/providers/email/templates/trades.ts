// Mails about bricks: purchases in a funding, and sales on the market.

import type { Cents } from '../../../core/cents.ts';
import { bricks, euros, type Moment, moment } from '../format.ts';
import { facts, greeting, link, paragraph, type Template } from '../layout.ts';
import { investmentPage, PAGES } from '../pages.ts';

export type PrimaryPurchaseConfirmed = {
  propertyId: string;
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
    link('Voir cet investissement', investmentPage(data.propertyId)),
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

const CANCELLATIONS = {
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
    paragraph(`${CANCELLATIONS[data.reason]} Le montant est de retour sur votre portefeuille.`),
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
  propertyId: string;
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
    link('Voir cet investissement', investmentPage(data.propertyId)),
  ],
});

/** `totalCents` is what left the buyer's wallet. */
export type PurchaseConfirmation = {
  propertyName: string;
  bricks: number;
  totalCents: Cents;
  confirmedAt: Moment;
  reference: string;
  firstName?: string;
};

export const purchaseConfirmation: Template<PurchaseConfirmation> = (data) => ({
  subject: `Achat confirmé : ${bricks(data.bricks)} de ${data.propertyName}`,
  preview: 'Vos briques sont dans votre portefeuille.',
  title: 'Votre achat est confirmé',
  blocks: [
    greeting(data.firstName),
    paragraph('Votre achat sur le marché est confirmé : les briques sont à vous.'),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Montant', euros(data.totalCents)],
      ['Confirmé le', moment(data.confirmedAt)],
      ['Référence', data.reference],
    ),
    link('Voir mes investissements', PAGES.investments),
  ],
});

/** `receivedCents` is what reached the seller's wallet, the commission deducted. */
export type SaleConfirmation = {
  propertyName: string;
  bricks: number;
  priceCents: Cents;
  commissionCents: Cents;
  receivedCents: Cents;
  confirmedAt: Moment;
  reference: string;
  firstName?: string;
};

export const saleConfirmation: Template<SaleConfirmation> = (data) => ({
  subject: `Vente confirmée : ${bricks(data.bricks)} de ${data.propertyName}`,
  preview: 'Le produit de la vente est sur votre portefeuille.',
  title: 'Votre vente est confirmée',
  blocks: [
    greeting(data.firstName),
    paragraph('Un acheteur a pris votre annonce. Le produit de la vente est sur votre portefeuille.'),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Prix', euros(data.priceCents)],
      ['Commission', data.commissionCents > 0 ? euros(data.commissionCents) : null],
      ['Reçu', euros(data.receivedCents)],
      ['Confirmée le', moment(data.confirmedAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});

export type DealDeclined = {
  propertyName: string;
  bricks: number;
  totalCents: Cents;
  reference: string;
  firstName?: string;
};

export const dealDeclined: Template<DealDeclined> = (data) => ({
  subject: `Votre achat n’a pas abouti : ${data.propertyName}`,
  preview: `${euros(data.totalCents)} de nouveau disponibles sur votre portefeuille.`,
  title: 'Votre achat n’a pas abouti',
  blocks: [
    greeting(data.firstName),
    paragraph(
      'Le paiement de votre achat sur le marché a été refusé. Le montant est de nouveau disponible sur votre portefeuille.',
    ),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Montant', euros(data.totalCents)],
      ['Référence', data.reference],
    ),
    link('Voir le marché', PAGES.marketplace),
  ],
});

/** `priceCents` is what was asked for all its bricks. */
export type DealCanceled = {
  propertyName: string;
  bricks: number;
  priceCents: Cents;
  reason: 'market-closed' | 'offer-accepted';
  reference: string;
  firstName?: string;
};

const WITHDRAWALS = {
  'market-closed': 'Le marché secondaire de ce bien est fermé. Votre annonce est retirée et vos briques sont de nouveau libres.',
  'offer-accepted':
    'Une offre d’achat de ce bien a été acceptée. Votre annonce est retirée et vos briques sont de nouveau libres.',
};

export const dealCanceled: Template<DealCanceled> = (data) => ({
  subject: `Annonce retirée : ${bricks(data.bricks)} de ${data.propertyName}`,
  preview: 'Vos briques sont de nouveau libres.',
  title: 'Votre annonce est retirée',
  blocks: [
    greeting(data.firstName),
    paragraph(WITHDRAWALS[data.reason]),
    facts(
      ['Bien', data.propertyName],
      ['Quantité', bricks(data.bricks)],
      ['Prix demandé', euros(data.priceCents)],
      ['Référence', data.reference],
    ),
    link('Voir le marché', PAGES.marketplace),
  ],
});
