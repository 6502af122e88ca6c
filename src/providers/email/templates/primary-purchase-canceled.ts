// A purchase in a funding was cancelled, by the investor, because its payment failed, or with the funding: the money is back.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros } from '../format.ts';
import { PAGES } from '../pages.ts';

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
