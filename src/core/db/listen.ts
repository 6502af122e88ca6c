// A connection that listens to a channel of the database and comes back after every loss.

import pg from 'pg';
import type { Logger } from '../telemetry/log.ts';

const RECONNECT_MS = 1_000;
const CONNECTS_WITHIN_MS = 10_000;
/** A connection that is cut without a word is noticed by its silence. */
const ASKED_EVERY_MS = 10_000;
const ANSWERS_WITHIN_MS = 5_000;

/** What to listen to. `onConnected` runs after each connection: what was notified before it is lost. */
export type Listening = {
  url: string;
  channel: string;
  name: string;
  log: Logger;
  onNotification: (payload: string) => void;
  onConnected: () => void | Promise<void>;
};

/** Resolves once it listens; rejects when the first connection fails. */
export async function listen(options: Listening): Promise<{ close(): Promise<void> }> {
  const { url, channel, name, log, onNotification, onConnected } = options;
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const again = () => {
    if (!isClosed) timer = setTimeout(() => void connect().catch(() => {}), RECONNECT_MS);
  };
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: CONNECTS_WITHIN_MS,
      query_timeout: ANSWERS_WITHIN_MS,
      keepAlive: true,
    });
    client = fresh;
    let asking: NodeJS.Timeout | undefined;
    // A pooler reports the loss of its server more than once: the listener stays until the end.
    fresh.on('error', (error) => log.warn({ err: error, channel }, 'notifications interrupted'));
    fresh.once('end', () => {
      clearInterval(asking);
      again();
    });
    fresh.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      asking = setInterval(() => void fresh.query('select').catch(() => fresh.end().catch(() => {})), ASKED_EVERY_MS);
      await onConnected();
    } catch (error) {
      await fresh.end().catch(() => {});
      throw error;
    }
  };
  await connect().catch((error: unknown) => {
    isClosed = true;
    clearTimeout(timer);
    throw error;
  });
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
