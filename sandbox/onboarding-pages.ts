// The hosted onboarding page at `/onboarding/pages/:id`, on which a button stands for each outcome.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { found, param } from './control/input.ts';
import type { Onboarding } from './entities.ts';
import { record } from './fields.ts';
import { escapeHtml, PAGE_CSS, PAGE_POLICY, sendPage, table } from './page-parts.ts';
import { accountOfSession } from './provider/onboarding.ts';
import { askForUpdate, decide, judgeUpdate, restrict } from './provider/onboarding-outcomes.ts';
import type { World } from './world.ts';

type Outcome = { button: string; by: 'person' | 'provider'; happens: (world: World, account: Onboarding) => Promise<unknown> };

const becomes = (wanted: { status?: string; profileStatus?: string }) => (world: World, account: Onboarding) =>
  decide(world, account, wanted);

/** By the last segment of its path. */
const OUTCOMES: Record<string, Outcome> = {
  begin: {
    button: 'Begin',
    by: 'person',
    happens: becomes({ profileStatus: 'INFORMATION_COLLECTION_IN_PROGRESS' }),
  },
  'show-face': {
    button: 'Show the face',
    by: 'person',
    happens: becomes({ profileStatus: 'IDENTITY_VERIFICATION_IN_PROGRESS' }),
  },
  'hand-in': { button: 'Hand in', by: 'person', happens: becomes({ profileStatus: 'UNDER_ANALYSIS' }) },
  abandon: { button: 'Abandon', by: 'person', happens: becomes({ profileStatus: 'IDENTITY_VERIFICATION_ABANDONED' }) },
  error: { button: 'Fail', by: 'person', happens: becomes({ profileStatus: 'IDENTITY_VERIFICATION_ERROR' }) },
  reject: { button: 'Ask for more', by: 'provider', happens: becomes({ profileStatus: 'REJECTED' }) },
  accept: { button: 'Accept', by: 'provider', happens: becomes({ status: 'ACCEPTED', profileStatus: 'ACCEPTED' }) },
  deny: { button: 'Deny', by: 'provider', happens: becomes({ status: 'DENIED', profileStatus: 'DENIED' }) },
  block: { button: 'Block', by: 'provider', happens: becomes({ status: 'BLOCKED' }) },
  'ask-update': { button: 'Ask for an update', by: 'provider', happens: (world, account) => askForUpdate(world, account, {}) },
  restrict: { button: 'Restrict: the update is late', by: 'provider', happens: restrict },
  'accept-update': {
    button: 'Accept the update',
    by: 'provider',
    happens: (world, account) => judgeUpdate(world, account, 'ACCEPTED'),
  },
  'refuse-update': {
    button: 'Refuse the update',
    by: 'provider',
    happens: (world, account) => judgeUpdate(world, account, 'REJECTED'),
  },
};

const POLICY = PAGE_POLICY.replace("form-action 'none'", "form-action 'self'");
const CSS = `form{display:inline}button{margin:0 8px 8px 0;padding:8px 14px;font:inherit;border:1px solid var(--line);border-radius:8px;background:var(--paper);color:var(--ink);cursor:pointer}`;

export function onboardingPageRoutes(app: FastifyInstance, world: World): void {
  app.get('/onboarding/pages/:id', async (request, reply) => {
    const { account, session } = seenBy(world, request);
    return sendPage(reply, page(account, session), POLICY);
  });
  app.post('/onboarding/pages/:id/:outcome', async (request, reply) => {
    const { account, session } = seenBy(world, request);
    const name = param(request, 'outcome');
    await found(OUTCOMES[name], `outcome ${name}`).happens(world, account);
    return reply.redirect(`/onboarding/pages/${session.id}`, 303);
  });
}

/** @throws 404 */
function seenBy(world: World, request: FastifyRequest) {
  const id = param(request, 'id');
  const account = found(accountOfSession(world, id), `onboarding ${id}`);
  const session = found(
    account.sessions.find((candidate) => candidate.id === id),
    `onboarding ${id}`,
  );
  return { account, session };
}

function page(account: Onboarding, session: Onboarding['sessions'][number]): string {
  const buttons = (by: Outcome['by']) =>
    Object.entries(OUTCOMES)
      .filter(([, outcome]) => outcome.by === by)
      .map(
        ([name, { button }]) =>
          `<form method="post" action="/onboarding/pages/${session.id}/${name}"><button>${button}</button></form>`,
      )
      .join('');
  const { status, profileStatus, requirements, restrictions, accountId } = account;
  const facts = [
    ['Account', status],
    ['Profile', profileStatus],
    ['Updates', requirements.map((asked) => `${asked.status} before ${asked.dueDate}`).join(', ') || 'none'],
    ['Restrictions', restrictions.map(({ reason }) => reason).join(', ') || 'none'],
    ['Wallet', accountId],
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Onboarding of ${escapeHtml(nameOf(account))}</title><style>${PAGE_CSS}${CSS}</style></head><body>
<header><h1>Onboarding of ${escapeHtml(nameOf(account))}</h1><p>The payment provider's page, played by the sandbox: nothing is handed in, each button is an outcome.</p>
<nav><a href="${escapeHtml(session.redirectUrl)}">Back to the platform</a><a href="/">Sandbox</a></nav></header>
<main><section>${table(['', ''], facts, '')}</section>
<section><h2>What the person does</h2>${buttons('person')}</section>
<section><h2>What the provider decides</h2>${buttons('provider')}</section></main></body></html>`;
}

function nameOf({ kind, body }: Onboarding): string {
  const { firstName, lastName } = record(body.individual);
  return kind === 'individual' ? `${firstName} ${lastName}` : String(record(body.legalEntity).name);
}

/** Rows of the sandbox's first page: people in onboarding, with a link to their newest hosted page. */
export function onboardingTable(world: World): string {
  const rows = [...world.store.onboardings.values()].slice(-50).reverse();
  return table(
    ['Account', 'Who', 'Status', 'Profile', 'Page'],
    rows.map((account) => {
      const session = account.sessions.at(-1);
      return [
        String(account.id),
        nameOf(account),
        account.status,
        account.profileStatus,
        session === undefined ? '' : { html: `<a href="/onboarding/pages/${session.id}">open</a>` },
      ];
    }),
    'Nobody is being onboarded.',
  );
}
