// Notifications to the application (notifications.md#form): POST as JSON or form, all values strings, the secret in the query,
// three tries.
import { setTimeout as delay } from 'node:timers/promises';

const WEBHOOKS = '/customers/provider/webhook';
/** Webhook paths of the application by category; for other categories its jobs poll. */
const PATHS: Record<number, string> = {
  8: `${WEBHOOKS}/customer-status-changed`,
  9: `${WEBHOOKS}/document-status-changed`,
  13: `${WEBHOOKS}/customer-temporarily-blocked`,
  14: `${WEBHOOKS}/charge-back`,
  49: `${WEBHOOKS}/profile-status-changed`,
  50: `${WEBHOOKS}/account-status-changed`,
  53: `${WEBHOOKS}/requirement-change`,
  54: `${WEBHOOKS}/restriction-change`,
};
const BACKOFFS_MS = [0, 100, 300];
const TRY_TIMEOUT_MS = 10_000;
const MAX_KEPT = 1000;

export type Notification = {
  id: number;
  category: number;
  /** Null when the application has no path for this category: nothing is sent. */
  path: string | null;
  body: Record<string, string>;
  /** HTTP status of each try; null when no answer came. */
  tries: (number | null)[];
  notified: boolean;
};

export type Notifications = {
  /**
   * Sends the notification and waits until it is accepted (a 2xx answer) or the third attempt has failed.
   * @returns whether it was accepted
   */
  send(category: number, fields: Record<string, string | number>): Promise<boolean>;
  /** Sends a stored notification again unchanged, as receivers must be idempotent. Undefined when the id is unknown. */
  resend(id: number): Promise<Notification | undefined>;
  /** Newest first. */
  list(): Notification[];
  clear(): void;
  setMortarUrl(url: string | undefined): void;
  stop(): void;
};

type Options = { mortarUrl: string | undefined; webhookKey: string; format: () => 'json' | 'form'; date: () => string };

export function createNotifications({ mortarUrl: firstUrl, webhookKey, format, date }: Options): Notifications {
  const urlOf = (base: string, path: string) => `${base.replace(/\/$/, '')}${path}?apiKey=${encodeURIComponent(webhookKey)}`;
  let mortarUrl = firstUrl;
  let kept: Notification[] = [];
  let nextId = 1;
  const stopped = new AbortController();

  const deliver = async (notification: Notification): Promise<boolean> => {
    const { path } = notification;
    if (path === null || mortarUrl === undefined) return false;
    for (const backoffMs of BACKOFFS_MS) {
      if (backoffMs > 0) await delay(backoffMs);
      if (stopped.signal.aborted) return false;
      const status = await attempt(urlOf(mortarUrl, path), notification.body, format() === 'json', stopped.signal);
      notification.tries.push(status);
      if (status !== null && status >= 200 && status < 300) {
        notification.notified = true;
        return true;
      }
    }
    return false;
  };

  return {
    send(category, fields) {
      const body: Record<string, string> = { NotifCategory: String(category), NotifDate: date() };
      for (const [name, value] of Object.entries(fields)) body[name] = String(value);
      const notification = { id: nextId++, category, path: PATHS[category] ?? null, body, tries: [], notified: false };
      kept.push(notification);
      if (kept.length > 2 * MAX_KEPT) kept = kept.slice(-MAX_KEPT);
      return deliver(notification);
    },
    async resend(id) {
      const notification = kept.find((candidate) => candidate.id === id);
      if (notification !== undefined) notification.notified = await deliver(notification);
      return notification;
    },
    list: () => kept.slice(-MAX_KEPT).reverse(),
    clear() {
      kept = [];
    },
    setMortarUrl(url) {
      mortarUrl = url;
    },
    stop: () => stopped.abort(),
  };
}

/** One attempt; the HTTP status, or null without an answer. */
async function attempt(url: string, body: Record<string, string>, json: boolean, stopped: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded' },
      body: json ? JSON.stringify(body) : new URLSearchParams(body).toString(),
      signal: AbortSignal.any([stopped, AbortSignal.timeout(TRY_TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

/** Decimal euros, the format of amounts in notifications; the API uses cents. */
export function euros(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
