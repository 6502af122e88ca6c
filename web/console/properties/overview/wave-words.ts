// Words of the waves of automatic investment.

import type { AutomaticInvestmentPreviewReason } from '../../../../clients/typescript/src/index.ts';
import { words } from '../../../core/language.ts';

type Reasons = Readonly<Record<AutomaticInvestmentPreviewReason, string>>;

const reasonsInFrench: Reasons = {
  'contract-type': 'Le plan exclut ce type de contrat.',
  horizon: 'La durée est hors des limites du plan.',
  return: 'Le rendement est hors des limites du plan.',
  identity: 'L’identité n’est pas vérifiée.',
  frozen: 'Le compte est gelé ou bloqué.',
  royalty: 'N’a pas accès aux royalties.',
  'has-bought': 'A déjà acheté ici.',
  budget: 'Le budget par projet est inférieur au prix d’une brique.',
  balance: 'Le solde ne suffit pas pour une brique.',
  'sold-out': 'Il ne resterait plus de briques.',
};

const reasonsInEnglish: Reasons = {
  'contract-type': 'The plan excludes this type of contract.',
  horizon: 'The term is outside the limits of the plan.',
  return: 'The return is outside the limits of the plan.',
  identity: 'The identity is not verified.',
  frozen: 'The account is frozen or blocked.',
  royalty: 'Has no access to royalty.',
  'has-bought': 'Has bought here before.',
  budget: 'The budget for a project is below the price of a brick.',
  balance: 'The balance does not buy one brick.',
  'sold-out': 'No bricks would be left.',
};

export const waveWords = words(
  {
    start: 'Lancer l’investissement automatique',
    title: 'Lancer une vague d’investissement automatique',
    text: (project: string, left: string) =>
      `Les plans d’investissement achètent des briques de ${project}, dans leurs limites et au plus pour les ${left} encore à collecter. Le résultat arrive dans la messagerie de l’équipe.`,
    withCanceled: 'Y compris les investisseurs qui ont repris leur achat',
    withCanceledHint: 'Sinon, qui a déjà acheté ici, même repris, est laissé de côté.',
    preview: 'Ce que la vague achèterait maintenant',
    sums: (buyers: string, bricks: string, amount: string, leftOut: string) =>
      `Plans qui achèteraient : ${buyers}, pour ${bricks} briques et ${amount}. Laissés de côté : ${leftOut}.`,
    investor: 'Investisseur',
    bricks: 'Briques',
    amount: 'Montant',
    result: 'Résultat',
    buys: 'Achète',
    reasons: reasonsInFrench,
    noPlan: 'Aucun plan d’investissement actif',
    noPlanText: 'Une vague n’achèterait rien. Les investisseurs règlent leur plan eux-mêmes.',
    started: 'La vague est lancée ; les achats suivent un à un.',
    pending: 'Une vague d’investissement automatique attend le début du financement.',
    underWay: (candidates: string, purchases: string, bricks: string, amount: string, skipped: string, waiting: string) =>
      `Une vague d’investissement automatique est en cours. Plans : ${candidates} ; achats : ${purchases}, pour ${bricks} briques et ${amount} ; sans achat : ${skipped} ; en attente : ${waiting}.`,
    unread: (investors: string) =>
      `Portefeuilles que le prestataire ne montre pas : ${investors}. La vague continue sans eux et les relit à chaque passage.`,
    end: 'Arrêter la vague',
    endTitle: 'Arrêter la vague d’investissement automatique',
    endText: (project: string, waiting: string) =>
      `Plans qui attendent encore et n’auront pas de briques de ${project} : ${waiting}. Les achats déjà faits restent. Une autre vague peut être lancée ensuite.`,
  },
  {
    start: 'Start automatic investment',
    title: 'Start a wave of automatic investment',
    text: (project, left) =>
      `Investment plans buy bricks of ${project}, within their limits and at most the ${left} that are still to be raised. The result is told in the chat of the team.`,
    withCanceled: 'Investors who took their purchase back as well',
    withCanceledHint: 'Otherwise whoever bought here before, even if they took it back, is left out.',
    preview: 'What the wave would buy now',
    sums: (buyers, bricks, amount, leftOut) =>
      `Plans that would buy: ${buyers}, for ${bricks} bricks and ${amount}. Left out: ${leftOut}.`,
    investor: 'Investor',
    bricks: 'Bricks',
    amount: 'Amount',
    result: 'Result',
    buys: 'Buys',
    reasons: reasonsInEnglish,
    noPlan: 'No active investment plan',
    noPlanText: 'A wave would buy nothing. Investors set up their plan themselves.',
    started: 'The wave has started; the purchases follow one by one.',
    pending: 'A wave of automatic investment waits for the funding to start.',
    underWay: (candidates, purchases, bricks, amount, skipped, waiting) =>
      `A wave of automatic investment is under way. Plans: ${candidates}; purchases: ${purchases}, for ${bricks} bricks and ${amount}; without a purchase: ${skipped}; waiting: ${waiting}.`,
    unread: (investors) =>
      `Wallets that the provider does not show: ${investors}. The wave goes on without them and reads them again in each run.`,
    end: 'End the wave',
    endTitle: 'End the wave of automatic investment',
    endText: (project, waiting) =>
      `Plans that still wait and will get no bricks of ${project}: ${waiting}. Purchases that were made stay. Another wave can be started afterwards.`,
  },
);
