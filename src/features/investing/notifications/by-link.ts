// The link of a mail that turns off mails of its kind: its page, its button, and the button that mailboxes show themselves (RFC 8058).

import type { Database } from '../../../core/db/pool.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { escapeHtml } from '../../../core/http/html.ts';
import type { PlainPage } from '../../../core/http/plain-page.ts';
import type { AppDeps } from '../../../deps.ts';
import { pageUrl } from '../../../providers/email/index.ts';
import { findCustomer, lockCustomer } from '../../access/customers/index.ts';
import { listUnwanted, setUnwanted } from './queries.ts';
import { linkOfToken, type MailLink, type MailTopic } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

/** GET /mails/unsubscribe: changes nothing, as mailboxes follow links by themselves. A link that leads nowhere has a page that says so. */
export async function showMailLink({ db, config }: Deps, token: string): Promise<PlainPage> {
  const link = linkOfToken(config, token);
  const state = link && (await stateOf(db, link));
  return state ? pageOf(config, state) : LEADS_NOWHERE;
}

/**
 * POST /mails/unsubscribe: once or twice, the same; nothing else of the account changes. It never turns them on again: anybody who has a mail that
 * was passed on has its link too. Error: `not-found` for a link that is none of ours, or of an account that is closed.
 */
export async function unsubscribe({ db, clock, config }: Deps, token: string): Promise<void> {
  const link = linkOfToken(config, token);
  if (!link) throw new AppError(NOT_FOUND, { detail: 'The link is not one of ours.' });
  await inTransaction(db, async (tx) => {
    if ((await lockCustomer(tx, link.customerId))?.closedAt !== null) throw new AppError(NOT_FOUND);
    await setUnwanted(tx, { ...link, isMailed: false, at: clock.now() });
  });
}

type State = { link: MailLink; isMailed: boolean };

/** Undefined once the account is closed. */
async function stateOf(db: Database, link: MailLink): Promise<State | undefined> {
  const [customer, unwanted] = await Promise.all([findCustomer(db, link.customerId), listUnwanted(db, link.customerId)]);
  return customer?.closedAt === null ? { link, isMailed: !unwanted.has(link.topic) } : undefined;
}

const TOPICS: Readonly<Record<MailTopic, string>> = {
  deposits: 'les versements arrivés dans votre portefeuille',
  payouts: 'les intérêts et le capital reçus',
  projects: 'les collectes terminées de vos projets',
  rewards: 'le parrainage et les cartes cadeaux',
};

const LEADS_NOWHERE: PlainPage = {
  title: 'Ce lien ne fonctionne pas',
  main: '<h1>Ce lien ne fonctionne pas</h1><p>Il a été copié en partie, ou le compte est fermé : dans ce cas, plus rien ne lui est envoyé.</p>',
};

function pageOf(config: Deps['config'], { link, isMailed }: State): PlainPage {
  const about = TOPICS[link.topic];
  const title = `${isMailed ? 'E' : 'Plus d’e'}-mails sur ${about}`;
  const kept = '<p>Ces nouvelles restent dans vos notifications. Rien d’autre ne change sur votre compte.</p>';
  const choices = `<a href="${escapeHtml(pageUrl(config.FRONT_URL, 'mailChoices'))}">Choisir ce qui m’est envoyé par e-mail</a>`;
  const main = isMailed
    ? `<p>Ils vous sont envoyés. Vous pouvez vous en passer.</p>${kept}
<form method="post"><button>Ne plus les recevoir</button></form><p>${choices}</p>`
    : `<p>C’est fait : ils ne vous sont plus envoyés.</p>${kept}<p>Pour les recevoir de nouveau, connectez-vous : ${choices}</p>`;
  return { title, main: `<h1>${title}</h1>${main}` };
}
