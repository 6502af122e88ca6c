// Chat messages are sent by a job that is enqueued in the transaction of their cause.

import type { Tx } from '../../core/db/transaction.ts';
import { defineJob, type Jobs } from '../../core/jobs/jobs.ts';
import type { Chat, ChatChannel } from './chat.ts';

/** Posts one message to a channel. */
export const postChatMessageJob = defineJob<{ chat: Chat }, { channel: ChatChannel; text: string }>({
  name: 'post-chat-message',
  work: async ({ chat }, { channel, text }) => chat.post(channel, text),
});

/** Enqueues the job that posts the message after the commit. */
export async function enqueueChatMessage(
  tx: Tx,
  deps: { jobs: Jobs },
  message: { channel: ChatChannel; text: string },
): Promise<void> {
  await deps.jobs.enqueue(tx, postChatMessageJob, message);
}
