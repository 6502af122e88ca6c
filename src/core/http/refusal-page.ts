// The refusals that somebody meets who only opens a page, as a page in words. The script of a page and every other client get problem+json.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPlainPage } from './plain-page.ts';

type Words = Readonly<Record<'title' | 'text' | 'again' | 'home', string>>;

const FRENCH = { again: 'Réessayer', home: 'Revenir à l’accueil' };
const ENGLISH = { again: 'Try again', home: 'Back to the home page' };

/** By status; both languages, as a service that answers nobody looks at nobody's choices. */
const WORDS: Readonly<Record<number, { fr: Words; en: Words }>> = {
  429: {
    fr: {
      ...FRENCH,
      title: 'Trop de pages demandées',
      text: 'Votre connexion a demandé beaucoup de pages en peu de temps. Attendez une minute, puis réessayez. Rien n’est perdu.',
    },
    en: {
      ...ENGLISH,
      title: 'Too many pages asked for',
      text: 'Your connection asked for many pages in a short time. Wait a minute, then try again. Nothing is lost.',
    },
  },
  503: {
    fr: {
      ...FRENCH,
      title: 'Le service ne répond pas pour l’instant',
      text: 'Une interruption est en cours. Votre argent et vos ordres sont conservés. Réessayez dans quelques minutes.',
    },
    en: {
      ...ENGLISH,
      title: 'The service does not answer for the moment',
      text: 'There is an interruption. Your money and your orders are kept. Try again in a few minutes.',
    },
  },
};

/** Sends the page where there is one for the status, the route answers pages and the client takes them; false otherwise. */
export function sentAsPage(status: number, request: FastifyRequest, reply: FastifyReply): boolean {
  const words = WORDS[status];
  const { produces } = request.routeOptions.config;
  if (!words || produces !== 'text/html' || !request.headers.accept?.includes('text/html')) return false;
  sendPlainPage(reply, { title: words.fr.title, main: partOf('fr', words.fr) + partOf('en', words.en) });
  return true;
}

/** An empty address is that of the page itself, with whatever its query was. */
function partOf(language: string, { title, text, again, home }: Words): string {
  return `<section lang="${language}"><h1>${title}</h1><p>${text}</p><p><a href="">${again}</a> · <a href="/">${home}</a></p></section>`;
}
