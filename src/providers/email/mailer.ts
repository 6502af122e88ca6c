// Renders a template with its data and sends it over a pooled SMTP connection.

import { createTransport } from 'nodemailer';
import type { CustomerId } from '../../core/db/tables.ts';
import { inSpan } from '../../core/telemetry/trace.ts';
import { type Content, type Frame, renderHtml, renderText } from './layout.ts';
import { PAGES, withFront } from './pages.ts';
import { contentOf, type TemplateData, type TemplateName } from './templates/index.ts';

/**
 * `id` (such as the UUID of the job) becomes the Message-ID, so that mail clients can deduplicate. `customerId` is whose mail it is, where
 * the address may be theirs no longer.
 */
export type Mail<Name extends TemplateName> = {
  to: string;
  template: Name;
  data: TemplateData<Name>;
  id?: string | undefined;
  customerId?: CustomerId | undefined;
  /** Turns mails of this kind off, by a POST without a session too (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

export type Mailer = {
  /** Resolves once the mail server has taken the message; rejects when it refuses or cannot be reached. */
  send<Name extends TemplateName>(mail: Mail<Name>): Promise<void>;
  /** Closes idle connections; messages being sent are finished. */
  close(): void;
};

type Server = { smtpUrl: string } | { host: string; port: number; secure?: boolean; user?: string; pass?: string };

export type MailerOptions = Server & {
  /** Sender, `Name <address>`. */
  from: string;
  /** Base URL of links. */
  frontUrl: string;
  /** Whose mails they are. Default Mortar, terracotta. */
  platform?: Frame['platform'] | undefined;
  /** Where answers go, and the address that mails name; the sender's by default. */
  contact?: string | undefined;
  /** Refuses a server that offers no TLS. Default false: smtps:// is the usual way. */
  requireTls?: boolean;
  /** Connections kept to the server. Default 5. */
  maxConnections?: number;
  /** Limit of each step of the conversation with the server. Default 10 000. */
  timeoutMs?: number;
};

/** What surrounds a mail: its frame, and the front end that it leads to. */
export type Surroundings = Frame & { frontUrl: string };

/** A rendered mail, for previews and tests as much as for sending. */
export function renderMail<Name extends TemplateName>(
  template: Name,
  data: TemplateData<Name>,
  around: Surroundings,
): { subject: string; html: string; text: string } {
  const content = withAddresses(contentOf(template, data, around.platform.name), around);
  return { subject: content.subject, html: renderHtml(content, around), text: renderText(content, around) };
}

/** Only the subject: it names amounts and projects, and never a code or a link. */
export function subjectOf<Name extends TemplateName>(template: Name, data: TemplateData<Name>, platform: string): string {
  return contentOf(template, data, platform).subject;
}

/**
 * The page of the front end that the mail leads to: that of its record where there is one, else its first page; null for none. Without what
 * follows the path, which may be a token.
 */
export function pathOf<Name extends TemplateName>(template: Name, data: TemplateData<Name>): string | null {
  const toRecord = RECORD_OF[template];
  if (toRecord !== undefined && 'reference' in data) return toRecord(String(data.reference));
  for (const block of contentOf(template, data, '').blocks)
    if (block.kind === 'link' && block.url.startsWith('/')) return block.url.replace(/[?#].*$/, '');
  return null;
}

const toWithdrawal = (id: string) => `${PAGES.wallet}/withdrawals/${id}`;
const toDeal = (id: string) => `${PAGES.marketplace}/deals/${id}`;

/** Mails whose `reference` is the id of a record with a page of its own. */
const RECORD_OF: Partial<Record<TemplateName, (reference: string) => string>> = {
  'withdrawal-initiated': toWithdrawal,
  'withdrawal-completed': toWithdrawal,
  'withdrawal-failed': toWithdrawal,
  'purchase-confirmation': toDeal,
  'sale-confirmation': toDeal,
};

/** Templates link to pages of the front end by path, and do not know the address of the team. */
function withAddresses(content: Content, { frontUrl, contact }: Pick<Surroundings, 'frontUrl' | 'contact'>): Content {
  const blocks = content.blocks.map((block) => {
    if (block.kind === 'link') return { ...block, url: withFront(frontUrl, block.url) };
    return block.kind === 'contact' ? { ...block, address: contact } : block;
  });
  return { ...content, blocks };
}

/** Only the address of `Name <address>`. */
export function addressIn(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}

/** Mailer over SMTP. `smtpUrl` is smtp:// or smtps:// with its credentials, percent-encoded. */
export function createMailer(options: MailerOptions): Mailer {
  const timeoutMs = options.timeoutMs ?? 10_000;
  const transport = createTransport({
    pool: true,
    ...serverOf(options),
    maxConnections: options.maxConnections ?? 5,
    requireTLS: options.requireTls ?? false,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const contact = options.contact ?? addressIn(options.from);
  const around = { frontUrl: options.frontUrl, contact, platform: options.platform ?? { name: 'Mortar' } };
  const domain = /@([^\s>]+)>?\s*$/.exec(options.from)?.[1] ?? 'localhost';

  return {
    send: ({ to, template, data, id, unsubscribeUrl }) =>
      inSpan({ name: 'call sendMail', kind: 'client', values: { 'mortar.mail.template': template } }, async () => {
        // An address object is not parsed, so a comma in the address cannot add a recipient.
        const recipient = { name: '', address: to };
        const messageId = id === undefined ? {} : { messageId: `<${id}@${domain}>` };
        await transport.sendMail({
          from: options.from,
          replyTo: { name: '', address: contact },
          to: recipient,
          ...renderMail(template, data, { ...around, unsubscribeUrl }),
          ...messageId,
          ...(unsubscribeUrl === undefined ? {} : { headers: oneClick(unsubscribeUrl) }),
        });
      }),
    close: () => transport.close(),
  };
}

/** What a mailbox reads to offer a button of its own (RFC 8058). */
function oneClick(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function serverOf(options: Server) {
  if (!('smtpUrl' in options)) {
    const { host, port, secure = false, user, pass } = options;
    return { host, port, secure, ...(user === undefined ? {} : { auth: { user, pass: pass ?? '' } }) };
  }
  const url = new URL(options.smtpUrl);
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    ...(url.username ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
  };
}
