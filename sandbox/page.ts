// The page at `/`, which shows the state of the sandbox and what it has received. Rendered on the server, without scripts.
import type { FastifyInstance } from 'fastify';
import { messagesOf } from './chat.ts';
import { found, param, queryText } from './control/input.ts';
import type { Account, Mail, Movement } from './entities.ts';
import { mailsTo } from './mail.ts';
import { onboardingTable } from './onboarding-pages.ts';
import { escapeHtml, MAIL_CSS, PAGE_CSS, PAGE_POLICY, STATUS_WORDS, sendPage, table } from './page-parts.ts';
import type { World } from './world.ts';

const MAX_WALLETS = 100;
const MAX_ROWS = 30;
const PREVIEW_CHARS = 140;
/** Content policy of a mail: no scripts, framed only by our own page. */
const MAIL_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; font-src data: http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Content policy of the page around a mail, which contains the mail in a frame. */
const VIEW_POLICY = `${PAGE_POLICY}; frame-src 'self'`;

export function pageRoutes(app: FastifyInstance, world: World): void {
  app.get('/', async (request, reply) => {
    const refresh = Number(queryText(request, 'refresh') ?? 0);
    return sendPage(reply, homePage(world, refresh));
  });

  app.get('/mails/:id/view', async (request, reply) => {
    const id = Number(param(request, 'id'));
    const mail = found(world.store.mails.get(id), `mail ${id}`);
    return sendPage(reply, mailPage(mail), VIEW_POLICY);
  });

  app.get('/mails/:id', async (request, reply) => {
    const id = Number(param(request, 'id'));
    const mail = found(world.store.mails.get(id), `mail ${id}`);
    const html =
      mail.html === ''
        ? `<!doctype html><meta charset="utf-8"><pre style="font:16px/1.5 system-ui;white-space:pre-wrap">${escapeHtml(mail.text)}</pre>`
        : mail.html;
    return sendPage(reply, html, MAIL_POLICY);
  });
}

function homePage(world: World, refreshSeconds: number): string {
  const meta = refreshSeconds > 0 ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : '';
  const sections = [
    section('Wallets', `${world.store.accounts.size}`, walletTable(world)),
    section('Online onboarding', '', onboardingTable(world)),
    section('On its way', '', waitingTable(world)),
    section('Mailbox', `${world.store.mails.size}`, mailTable(world)),
    section('Chat', '', messageTable(world, 'chat')),
    section('Automation', '', messageTable(world, 'automation')),
    section('Notifications to the application', '', notificationTable(world)),
    section('Last calls', '', callTable(world)),
    section('Faults on order', '', faultTable(world)),
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mortar sandbox</title>${meta}<style>${PAGE_CSS}</style></head><body>
<header><h1>Mortar sandbox</h1><p>The outside world: payment provider, mail, chat, registry, votes. Business time <time>${world.clock.iso()}</time></p>
<nav><a href="/">Reload</a><a href="/?refresh=5">Reload every 5 s</a></nav></header><main>${sections.join('')}</main></body></html>`;
}

/** HTML as a mail client shows it, in a frame that runs no scripts, and the text beside it. */
function mailPage(mail: Mail): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(mail.subject)}</title><style>${PAGE_CSS}${MAIL_CSS}</style></head><body>
<header><h1>${escapeHtml(mail.subject || '(no subject)')}</h1><p>To ${escapeHtml(mail.to)}, ${short(mail.receivedAt)}</p><nav><a href="/">All mails</a><a href="/mails/${mail.id}">HTML alone</a></nav></header>
<main><section class="mail"><iframe sandbox title="HTML" src="/mails/${mail.id}"></iframe><pre>${escapeHtml(mail.text)}</pre></section></main></body></html>`;
}

function section(title: string, count: string, body: string): string {
  return `<section><h2>${title}${count === '' ? '' : ` <small>${count}</small>`}</h2>${body}</section>`;
}

const euro = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });
const money = (cents: number) => ({ html: euro.format(cents / 100), className: 'number' });
const code = (text: string) => ({ html: `<code>${escapeHtml(text)}</code>` });
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
const short = (iso: string) => iso.slice(0, 19).replace('T', ' ');

function nameOf({ kind, profile }: Account): string {
  const company = profile.company?.name;
  return typeof company === 'string' ? company : `${profile.firstName} ${profile.lastName}`.trim() || kind;
}

function walletTable(world: World): string {
  const accounts = [...world.store.accounts.values()]
    .sort((a, b) => b.balanceChangedAt - a.balanceChangedAt)
    .slice(0, MAX_WALLETS);
  return table(
    ['Account', 'Holder', 'Email', 'Status', 'Balance'],
    accounts.map((account) => [
      { html: `<a href="/_control/accounts/${encodeURIComponent(account.id)}"><code>${escapeHtml(account.id)}</code></a>` },
      nameOf(account),
      account.profile.email,
      statusBadge(account),
      money(account.balanceCents),
    ]),
    'No wallet yet.',
  );
}

function statusBadge({ status, blocked }: Account) {
  const words = STATUS_WORDS[status] ?? 'unknown';
  const kind = blocked || status === 10 ? 'bad' : [-1, 6, 7, 15].includes(status) ? 'good' : 'wait';
  return { html: `<span class="badge ${kind}">${status} ${words}${blocked ? ', blocked' : ''}</span>` };
}

const isWaiting = ({ kind, status }: Movement) => (kind === 'moneyIn' ? status === 4 : status === 0);

function waitingTable(world: World): string {
  const rows = [...world.store.movements.values()].filter(isWaiting).slice(-MAX_ROWS).reverse();
  return table(
    ['Since', 'Kind', 'Id', 'From', 'To', 'Amount', 'Comment'],
    rows.map((movement) => [
      clock(movement.date),
      movement.cause,
      String(movement.id),
      code(movement.senderId ?? 'bank'),
      code(movement.receiverId ?? 'bank'),
      money(movement.amountCents),
      movement.comment,
    ]),
    'Nothing is waiting for its end.',
  );
}

function mailTable(world: World): string {
  const preview = ({ text }: Mail) =>
    (text.length > PREVIEW_CHARS ? `${text.slice(0, PREVIEW_CHARS)}…` : text).replace(/\s+/g, ' ');
  return table(
    ['Received', 'To', 'Subject', 'Text'],
    mailsTo(world, undefined)
      .slice(0, MAX_ROWS)
      .map((mail) => [
        short(mail.receivedAt),
        mail.to,
        { html: `<a href="/mails/${mail.id}/view">${escapeHtml(mail.subject || '(no subject)')}</a>` },
        { html: escapeHtml(preview(mail)), className: 'quiet' },
      ]),
    'No mail yet.',
  );
}

function messageTable(world: World, target: 'chat' | 'automation'): string {
  const rows = messagesOf(world, target).slice(0, MAX_ROWS);
  return table(
    ['Received', target === 'chat' ? 'Channel' : 'Target', 'Message'],
    rows.map(({ receivedAt, channel, text, body }) => [short(receivedAt), channel || target, text || code(JSON.stringify(body))]),
    'Nothing received.',
  );
}

function notificationTable(world: World): string {
  const rows = world.notifications.list().slice(0, MAX_ROWS);
  return table(
    ['Date', 'Category', 'Path', 'Tries', ''],
    rows.map(({ body, category, path, tries, notified }) => [
      (body.NotifDate ?? '').replace('T', ' '),
      String(category),
      code(path ?? 'none: jobs poll'),
      tries.map((status) => status ?? 'no answer').join(', '),
      { html: `<span class="badge ${notified ? 'good' : 'wait'}">${notified ? 'taken' : 'not taken'}</span>` },
    ]),
    'None sent.',
  );
}

function callTable(world: World): string {
  const rows = world.calls.list().slice(0, MAX_ROWS);
  return table(
    ['At', 'Call', 'Answer', 'Body'],
    rows.map(({ at, method, path, status, body }) => [
      short(at),
      code(`${method} ${path}`),
      { html: `<span class="badge ${status !== null && status < 400 ? 'good' : 'bad'}">${status ?? 'none'}</span>` },
      { html: escapeHtml(body === undefined ? '' : JSON.stringify(body).slice(0, PREVIEW_CHARS)), className: 'quiet' },
    ]),
    'No call yet.',
  );
}

function faultTable(world: World): string {
  return table(
    ['Route', 'Mode', 'Times left'],
    world.faults.list().map(({ route, mode, times }) => [code(route), mode, String(times)]),
    'Everything works as it should.',
  );
}
