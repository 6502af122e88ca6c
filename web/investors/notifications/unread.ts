// How many notifications are not read, for the top of every page. Asked quietly: a session that has ended opens no dialog for it.

import { signal } from '@preact/signals';
import { createMortar } from '../../../clients/typescript/src/index.ts';
import { origin } from '../core/origin.ts';

const LOOK_EVERY_MS = 60_000;

/** The service counts no further. */
export const MOST_UNREAD = 100;

export const unreadCount = signal(0);

const quiet = createMortar({ url: origin, retries: 0 });

async function look(): Promise<void> {
  try {
    ({ unreadCount: unreadCount.value } = await quiet.readUnreadCount());
  } catch {
    // What was counted last stays: the next look is soon.
  }
}

/** Looks now and again while the page is visible; answers what ends that. */
export function watchUnread(): () => void {
  void look();
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void look();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Marks these, or all; without an answer they stay unread. */
export async function markAsRead(ids?: string[]): Promise<void> {
  ({ unreadCount: unreadCount.value } = await quiet.markNotificationsRead({ body: ids === undefined ? {} : { ids } }));
}
