// A purchase in a funding was cancelled, by the investor or because the funding did not succeed: the money is back.

import { facts, greeting, paragraph, type Template } from '../content.ts';
import { bricks, euros } from '../format.ts';

export type PrimaryPurchaseCanceled = {
  propertyName: string;
  bricks: number;
  totalCents: number;
  reason: 'investor' | 'funding-failed';
  reference: string;
  firstName?: string;
};

const REASONS = {
  investor: 'Comme vous l’avez demandé, votre investissement est annulé.',
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
  ],
});
