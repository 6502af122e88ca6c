// The SMTP server: stores every mail, one entry per recipient, and delivers none.
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type HeaderLines, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Mail } from './entities.ts';
import type { World } from './world.ts';

const MAX_BYTES = 25 * 1024 * 1024;
/** Pooled connections of the application are closed this long after a stop. */
const CLOSE_AFTER_MS = 50;

export type MailServer = { port: number; stop(): Promise<void> };

/** @throws EADDRINUSE when the port is taken */
export async function startMailServer(world: World, host: string, port: number): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    rejectOversized: true,
    logger: false,
    closeTimeout: CLOSE_AFTER_MS,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      receive(world, stream, session).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
  server.on('error', () => {}); // a client that disconnected during a mail
  // Border: a listening TCP server has an AddressInfo.
  const address = server.server.address() as AddressInfo;
  return { port: address.port, stop: () => new Promise((resolve) => server.close(resolve)) };
}

async function receive(world: World, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const fault = world.faults.draw('SMTP', '/smtp');
  // No text is derived from the HTML, so that a missing text part is visible.
  const mail = await simpleParser(stream, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
  if (fault?.mode === 'latency') await delay(fault.latencyMs ?? 0);
  else if (fault !== undefined) throw Object.assign(new Error('refused by an ordered fault'), { responseCode: 451 });
  const entries = session.envelope.rcptTo.map(
    ({ address }): Mail => ({
      id: world.store.nextId(),
      to: address,
      from: mail.from?.text ?? '',
      subject: mail.subject ?? '',
      text: (mail.text ?? '').trimEnd(),
      html: typeof mail.html === 'string' ? mail.html : '',
      headers: headersOf(mail.headerLines),
      attachments: mail.attachments.map(({ filename, contentType, size }) => ({
        filename: filename ?? '',
        contentType,
        sizeBytes: size,
      })),
      receivedAt: world.clock.iso(),
    }),
  );
  world.store.put(...entries.map((entry) => ['mails', entry] as const));
}

/** Raw header values by lower-case name. */
function headersOf(lines: HeaderLines): Record<string, string> {
  return Object.fromEntries(lines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()]));
}

/** Newest first; `to` keeps those of one address. */
export function mailsTo(world: World, to: string | undefined): Mail[] {
  const wanted = to?.toLowerCase();
  return [...world.store.mails.values()].filter((mail) => wanted === undefined || mail.to.toLowerCase() === wanted).reverse();
}
