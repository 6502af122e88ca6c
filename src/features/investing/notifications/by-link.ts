// The link of a mail that turns off mails of its kind: its page, its two buttons, and the button that mailboxes show themselves (RFC 8058).

import type { Database } from '../../../core/db/pool.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { plainPage } from '../../../core/http/plain-page.ts';
import type { AppDeps } from '../../../deps.ts';
import { pageUrl } from '../../../providers/email/index.ts';
import { findCustomer, lockCustomer } from '../../access/customers/index.ts';
import { listUnwanted, setUnwanted } from './queries.ts';
import { linkOfToken, type MailLink, type MailTopic, UNSUBSCRIBE } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

/** Where the same link turns them on again. */
const RESUBSCRIBE = '/mails/resubscribe';

/** GET /mails/unsubscribe: changes nothing, as mailboxes follow links by themselves. A link that leads nowhere has a page that says so. */
export async function showMailLink({ db, config }: Deps, token: string): Promise<string> {
  const link = linkOfToken(config, token);
  return pageOf(config, token, link && (await stateOf(db, link)));
}

/**
 * POST /mails/unsubscribe and POST /mails/resubscribe: once or twice, the same; nothing else of the account changes. Answers the page that
 * says what was done. Error: `not-found` for a link that is none of ours, or of an account that is closed.
 */
export async function chooseByLink(
  { db, clock, config }: Deps,
  { token, isMailed }: { token: string; isMailed: boolean },
): Promise<string> {
  const link = linkOfToken(config, token);
  if (!link) throw new AppError(NOT_FOUND, { detail: 'The link is not one of ours.' });
  await inTransaction(db, async (tx) => {
    if ((await lockCustomer(tx, link.customerId))?.closedAt !== null) throw new AppError(NOT_FOUND);
    await setUnwanted(tx, { ...link, isMailed, at: clock.now() });
  });
  return pageOf(config, token, { topic: link.topic, isMailed });
}

type State = { topic: MailTopic; isMailed: boolean };

/** Undefined once the account is closed. */
async function stateOf(db: Database, { customerId, topic }: MailLink): Promise<State | undefined> {
  const [customer, unwanted] = await Promise.all([findCustomer(db, customerId), listUnwanted(db, customerId)]);
  return customer?.closedAt === null ? { topic, isMailed: !unwanted.has(topic) } : undefined;
}

const TOPICS: Readonly<Record<MailTopic, string>> = {
  deposits: 'les versements arrivés dans votre portefeuille',
  payouts: 'les intérêts et le capital reçus',
  projects: 'les collectes terminées de vos projets',
  rewards: 'le parrainage et les cartes cadeaux',
};

/** `token` is signed where there is a state: base64url and dots, without a mark that HTML knows. */
function pageOf(config: Deps['config'], token: string, state: State | undefined): string {
  if (!state)
    return plainPage({
      title: 'Ce lien ne fonctionne pas',
      main: '<h1>Ce lien ne fonctionne pas</h1><p>Il a été copié en partie, ou le compte est fermé : dans ce cas, plus rien ne lui est envoyé.</p>',
    });
  const about = TOPICS[state.topic];
  const form = (path: string, label: string) =>
    `<form method="post" action="${path}?token=${token}"><button>${label}</button></form>`;
  const others = `<p><a href="${pageUrl(config.FRONT_URL, 'mailChoices')}">Choisir ce qui m’est envoyé par e-mail</a></p>`;
  const kept = '<p>Ces nouvelles restent dans vos notifications. Rien d’autre ne change sur votre compte.</p>';
  const [title, main] = state.isMailed
    ? [
        `E-mails sur ${about}`,
        `<p>Ils vous sont envoyés. Vous pouvez vous en passer.</p>${kept}${form(UNSUBSCRIBE, 'Ne plus les recevoir')}`,
      ]
    : [
        `Plus d’e-mails sur ${about}`,
        `<p>C’est fait : ils ne vous sont plus envoyés.</p>${kept}${form(RESUBSCRIBE, 'Les recevoir de nouveau')}`,
      ];
  return plainPage({ title, main: `<h1>${title}</h1>${main}${others}` });
}
