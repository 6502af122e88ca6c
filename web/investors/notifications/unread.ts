// How many notifications are not read, for the top of every page. Asked quietly: a session that has ended opens no dialog for it.

import { signal } from '@preact/signals';
import { createMortar } from '../../../clients/typescript/src/index.ts';
import { origin } from '../core/origin.ts';

const LOOK_EVERY_MS = 60_000;

/** The service counts no further. */
export const MOST_UNREAD = 100;

export const unreadCount = signal(0);

const quiet = createMortar({ url: origin, retries: 0 });

/** The last marking, however it ended: what is counted before its end is of before it. */
let marking = Promise.resolve();

async function look(): Promise<void> {
  const before = marking;
  await before;
  try {
    const counted = await quiet.readUnreadCount();
    if (marking === before) unreadCount.value = counted.unreadCount;
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
export function markAsRead(ids?: string[]): Promise<void> {
  const marked = quiet.markNotificationsRead({ body: ids === undefined ? {} : { ids } }).then((left) => {
    unreadCount.value = left.unreadCount;
  });
  marking = marked.catch(() => {});
  return marked;
}
