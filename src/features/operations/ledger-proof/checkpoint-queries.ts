// SQL of the checkpoint: how far the proof has come, what the blocks say, and what their postings are now (ADR 0018).

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Violation } from './rules.ts';
import { MAX_VIOLATIONS, type Position } from './scope-queries.ts';

/** A block is proved again in one statement, so that it has at most this many postings. */
const BLOCK_POSTINGS = 20_000;

/** How far the proof has come: `position` is undefined until everything was proved once in this cluster. */
export type ProofState = { position: Position | undefined; dailyAt: Temporal.Instant | null; wholeAt: Temporal.Instant | null };

/** Read in the caller's snapshot. */
export async function readProofState(tx: Tx): Promise<ProofState> {
  const { rows } = await sql<{
    transaction: number;
    posting: number;
    isHere: boolean;
    dailyAt: Temporal.Instant | null;
    wholeAt: Temporal.Instant | null;
  }>`
    select
      until_transaction as "transaction",
      until_posting as "posting",
      cluster = (select system_identifier::text from pg_control_system()) as "isHere",
      daily_at as "dailyAt",
      whole_at as "wholeAt"
    from ledger_proof_state`.execute(tx);
  const [state] = rows;
  if (!state) throw new Error('the state of the proof has lost its row');
  const { transaction, posting, isHere, dailyAt, wholeAt } = state;
  return { position: isHere && wholeAt !== null ? { transaction, posting } : undefined, dailyAt, wholeAt };
}

/** Whether about so many postings were ever written: their ids are given out one by one. */
export async function hasMorePostings(db: Database, count: number): Promise<boolean> {
  const row = await db.selectFrom('ledger_posting').select('id').where('id', '>', count).limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Saves a checkpoint of the caller's snapshot, once its proof has found nothing, and deletes the marks it has looked at. A second
 * proof at the same time fails to serialize. Returns how many blocks were added.
 */
export async function saveCheckpoint(tx: Tx, { at, isWhole }: { at: Temporal.Instant; isWhole: boolean }): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select coalesce(ledger_checkpoint_proved(${at}::timestamptz, ${isWhole}::boolean, ${BLOCK_POSTINGS}::integer), 0) as blocks`.execute(
    tx,
  );
  return rows[0]?.blocks ?? 0;
}

/** Blocks that do not continue the one before them, and a state that is not that of the last one. */
export async function findBrokenChain(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select 'seal ' || number as subject, 'seal-breaks-chain' as code, '{}'::jsonb as facts
    from (
      select
        number,
        chain_sha256,
        content_sha256,
        lag(chain_sha256, 1, ''::bytea) over (order by number) as before,
        row_number() over (order by number) as place
      from ledger_checkpoint
    ) seal
    where number <> place
      or chain_sha256 <> sha256(before || content_sha256)
    union all
    select 'last seal', 'last-seal-elsewhere', '{}'::jsonb
    from ledger_proof_state state
    left join (
      select until_transaction, until_posting
      from ledger_checkpoint
      order by number desc
      limit 1
    ) seal on true
    where (state.until_transaction, state.until_posting)
      is distinct from (coalesce(seal.until_transaction, -1), coalesce(seal.until_posting, 0))
    union all
    select 'cluster', 'restored-from-dump', '{}'::jsonb
    from ledger_proof_state
    where cluster not in ('', (select system_identifier::text from pg_control_system()))
    limit ${MAX_VIOLATIONS}`.execute(tx);
  return rows;
}

/** How many blocks there are. */
export async function countCheckpoints(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ledger_checkpoint`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What has changed since the block was saved. */
export async function findChangedBlock(tx: Tx, number: number): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select
      'seal ' || seal.number as subject,
      'seal-unlike-postings' as code,
      jsonb_build_object(
        'postings', seal.posting_count,
        'lines', seal.line_count,
        'turnoverCents', seal.turnover_cents,
        'postingsNow', block.posting_count,
        'linesNow', block.line_count,
        'turnoverNowCents', block.turnover_cents
      ) as facts
    from ledger_checkpoint seal
    left join ledger_checkpoint before on before.number = seal.number - 1
    cross join lateral ledger_block(
      coalesce(before.until_transaction, -1), coalesce(before.until_posting, 0), seal.until_transaction, seal.until_posting
    ) block
    where seal.number = ${number}::integer
      and block.content_sha256 <> seal.content_sha256`.execute(tx);
  return rows;
}

/** Accounts whose checkpoint balance is not the sum of their lines up to the checkpoint. */
export async function findWrongSums(tx: Tx, position: Position | undefined): Promise<Violation[]> {
  if (position === undefined) return [];
  const { transaction, posting } = position;
  const { rows } = await sql<Violation>`
    select
      account.name as subject,
      'seal-unlike-lines' as code,
      jsonb_build_object(
        'sealedCents', differs.sealed,
        'sealedInCents', differs.sealed_in,
        'linesCents', differs.lines,
        'linesInCents', differs.lines_in
      ) as facts
    from (
      select
        account_id,
        sum(sealed_cents) as sealed,
        sum(line_cents) as lines,
        sum(sealed_in_cents) as sealed_in,
        sum(line_in_cents) as lines_in
      from (
        select
          account_id,
          cents as sealed_cents,
          0::bigint as line_cents,
          in_cents as sealed_in_cents,
          0::bigint as line_in_cents
        from ledger_checkpoint_balance
        union all
        select account_id, 0, amount_cents, 0, greatest(amount_cents, 0)
        from ledger_line
        union all
        select line.account_id, 0, -line.amount_cents, 0, -greatest(line.amount_cents, 0)
        from ledger_postings_after(${transaction}::bigint, ${posting}::bigint) posting
        join ledger_line line on line.posting_id = posting.id
      ) part
      group by account_id
      having sum(sealed_cents) <> sum(line_cents)
        or sum(sealed_in_cents) <> sum(line_in_cents)
    ) differs
    join ledger_account account on account.id = differs.account_id
    order by 1
    limit ${MAX_VIOLATIONS}`.execute(tx);
  return rows;
}

/** Gives the caller's snapshot to other transactions, which must begin while this one is open. */
export async function exportSnapshot(tx: Tx): Promise<string> {
  // The caller does nothing while the others work, for as long as they take.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
  const [snapshot] = rows;
  if (!snapshot) throw new Error('no snapshot was exported');
  return snapshot.id;
}

/** Looks at what another transaction sees; before anything else is read. */
export async function importSnapshot(tx: Tx, id: string): Promise<void> {
  await sql`set transaction snapshot ${sql.lit(id)}`.execute(tx);
}
