// Words of the waves of automatic investment.

import { words } from '../../core/language.ts';

export const waveWords = words(
  {
    start: 'Lancer l’investissement automatique',
    title: 'Lancer une vague d’investissement automatique',
    text: (project: string, left: string) =>
      `Les plans d’investissement achètent des briques de ${project}, dans leurs limites et au plus pour les ${left} encore à collecter. Le résultat arrive dans la messagerie de l’équipe.`,
    withCanceled: 'Y compris les investisseurs qui ont repris leur achat',
    withCanceledHint: 'Sinon, qui a déjà acheté ici, même repris, est laissé de côté.',
    started: 'La vague est lancée ; les achats suivent un à un.',
  },
  {
    start: 'Start automatic investment',
    title: 'Start a wave of automatic investment',
    text: (project, left) =>
      `Investment plans buy bricks of ${project}, within their limits and at most the ${left} that are still to be raised. The result is told in the chat of the team.`,
    withCanceled: 'Investors who took their purchase back as well',
    withCanceledHint: 'Otherwise whoever bought here before, even if they took it back, is left out.',
    started: 'The wave has started; the purchases follow one by one.',
  },
);
