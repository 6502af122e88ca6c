// The provider refused the withdrawal, or it was canceled before it was sent: the money is back on the wallet.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { euros } from '../format.ts';
import { PAGES } from '../pages.ts';

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
