// What tests read of a world beside the answers of HTTP: one reader each for balances, wallets, audit rows and the team's chat.

import type { PropertyId } from '../../src/core/db/tables.ts';
import type { Investor } from './actors.ts';
import { expectStatus, type World } from './world.ts';

/** Balance of a ledger account by its name, in cents; 0 when nothing was ever posted to it. */
export async function ledgerCents(world: World, account: string): Promise<number> {
  const [row] = await world.sql<{ cents: string }>('select balance_cents as cents from ledger_account where name = $1', [
    account,
  ]);
  return Number(row?.cents ?? 0);
}

/** The same of one purse of a project: MAIN, ESCROW, ... */
export function purseCents(world: World, { propertyId }: { propertyId: PropertyId }, purse: string): Promise<number> {
  return ledgerCents(world, `PRO:${propertyId}:${purse}`);
}

/** A wallet as its owner sees it; cents. */
export type SeenWallet = { availableCents: number; heldCents: number; balanceCents: number };

/** Wallet of an investor, asked by themselves. */
export async function walletOf({ client }: Pick<Investor, 'client'>): Promise<SeenWallet> {
  return expectStatus(await client.get<SeenWallet>('/customers/wallet'), 200).body;
}

/** What of it can be spent. */
export async function availableOf(person: Pick<Investor, 'client'>): Promise<number> {
  return (await walletOf(person)).availableCents;
}

type AuditColumn = 'id' | 'kind' | 'target_id' | 'target_type' | 'administrator_email' | 'payload';

/**
 * Rows of the audit about `targetId`, of `kind` (a pattern of `like`), oldest first; of each the named columns, which `Row`
 * describes.
 */
export function readAudits<Row extends Partial<Record<AuditColumn, unknown>>>(
  world: World,
  filter: { targetId?: string | undefined; kind?: string },
  columns: readonly (keyof Row & AuditColumn)[],
): Promise<Row[]> {
  const isAboutOne = 'targetId' in filter;
  return world.sql<Row>(
    `select ${columns.join(', ')} from admin_action where (not $1 or target_id = $2) and ($3::text is null or kind like $3) order by created_at, id`,
    [isAboutOne, filter.targetId ?? null, filter.kind?.replaceAll('_', '\\_') ?? null],
  );
}

/** A message to the team. */
export type ChatMessage = { channel: string; text: string };

/** Messages that the team has got, in the order of the sandbox; those of one channel, or that hold some words. */
export async function readChat(world: World, of: { channel?: string; words?: string } = {}): Promise<ChatMessage[]> {
  const messages = await world.control<ChatMessage[]>('GET', '/chat');
  return messages.filter(
    ({ channel, text }) => (of.channel ?? channel) === channel && (of.words === undefined || text.includes(of.words)),
  );
}

/** Texts of the messages to the team that were written, sent or not, oldest first: those that hold all `words`. */
export async function chatWritten(world: World, words: readonly string[], channel?: string): Promise<string[]> {
  const rows = await world.sql<{ text: string }>(
    `select data ->> 'text' as text from pgboss.job
     where name = 'post-chat-message' and ($1::text is null or data ->> 'channel' = $1) order by created_on`,
    [channel ?? null],
  );
  return rows.map(({ text }) => text).filter((text) => words.every((word) => text.includes(word)));
}

/** Data of the mails of this template that were written, sent or not, oldest first: to one address, or to all. */
export async function mailsWritten<Data = unknown>(world: World, template: string, to?: string): Promise<Data[]> {
  const rows = await world.sql<{ data: Data }>(
    `select data -> 'data' as data from pgboss.job
     where name = 'send-email' and data ->> 'template' = $1 and ($2::text is null or data ->> 'to' = $2) order by created_on`,
    [template, to ?? null],
  );
  return rows.map(({ data }) => data);
}
