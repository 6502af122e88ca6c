// The internal chat: alerts and announcements for the team, by webhook.

import { postJson } from '../../core/http/external-json.ts';

/** All channels. */
export type ChatChannel =
  /** Daily state of the fundings, and problems of their closing. */
  | 'funding-follow-up'
  /** Publications and other news for the whole team. */
  | 'announcements'
  /** Events that need attention: freezes, chargebacks, failed transfers, refused onboarding calls. */
  | 'internal-alerts'
  /** Differences between our ledger and the provider. */
  | 'reconciliation'
  /** Results of simulated and real automatic investments. */
  | 'automatic-investment'
  /** Skipped projects, applied penalties, direct debits that failed. */
  | 'payment-schedule';

export type Chat = {
  /** Resolves once the chat has accepted the message; rejects otherwise. Call it from a job, which retries. */
  post(channel: ChatChannel, text: string): Promise<void>;
};

/** Chat behind `POST <baseUrl>/<channel>` `{ text }`. `timeoutMs` is 5 000 by default. */
export function createChat(options: { baseUrl: string; timeoutMs?: number }): Chat {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  return {
    post: (channel, text) => postJson(`chat ${channel}`, `${baseUrl}/${channel}`, { text }, options.timeoutMs ?? 5_000),
  };
}
