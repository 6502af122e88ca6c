// Changes of what is sealed, as only the owner of the tables can make them, who switches triggers off. All of it SQL, with what undoes it.

import type { World } from './world.ts';

type Undo = () => Promise<void>;

/** Damage: some statements with the triggers off. */
async function unwatched(world: World, statements: string): Promise<void> {
  await world.sql(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`);
}

/** Damage: other amounts. */
const LINES = (posting: string, cents: number) =>
  `update ledger_line set amount_cents = amount_cents + sign(amount_cents) * (${cents}) where posting_id = ${Number(posting)}`;

/** Damage: keeps rows in a table of the test's own, changes them, and puts them back. */
async function replaced(world: World, table: string, where: string, change: string): Promise<Undo> {
  const kept = `kept_${table}`;
  await unwatched(world, `create table ${kept} as select * from ${table} where ${where}; ${change}`);
  return () =>
    unwatched(
      world,
      `delete from ${table} where ${where}; insert into ${table} overriding system value select * from ${kept}; drop table ${kept}`,
    );
}

/** Damage: the leaf of a posting as it is now, in the place of the old one. */
const LEAF_ANEW = (posting: string, day: string) => `
  update history_leaves set leaves[array_position(ids, '${posting}')] = (
    select history_leaf(row.content)
    from history_rows('-infinity', 'infinity') as row
    where row.table_name = 'ledger_posting' and row.id = '${posting}'
  ) where day = '${day}' and table_name = 'ledger_posting'`;

/** Damage: all heads from a day on, computed from what the leaves are now. */
const HEADS_ANEW = (day: string) => `
  do $$
  declare
    v_head history_head;
    v_previous bytea;
  begin
    for v_head in select * from history_head where day >= '${day}' order by day loop
      v_previous := coalesce((select head_sha256 from history_head where day = v_head.day - 1), v_head.previous_sha256);
      update history_head
      set previous_sha256 = v_previous, root_sha256 = history_root(history_leaves_of(day)),
        blocks = history_blocks(history_leaves_of(day)),
        head_sha256 = sha256(convert_to(history_head_text(v_previous, day, history_root(history_leaves_of(day)), counts), 'UTF8'))
      where day = v_head.day;
    end loop;
  end $$`;

/** Damage: each names what is changed. */
export const forge = {
  amount: async (world: World, posting: string): Promise<Undo> => {
    await unwatched(world, LINES(posting, 1));
    return () => unwatched(world, LINES(posting, -1));
  },
  noPosting: async (world: World, posting: string): Promise<Undo> => {
    const id = Number(posting);
    const lines = await replaced(world, 'ledger_line', `posting_id = ${id}`, `delete from ledger_line where posting_id = ${id}`);
    const row = await replaced(world, 'ledger_posting', `id = ${id}`, `delete from ledger_posting where id = ${id}`);
    return async () => {
      await row();
      await lines();
    };
  },
  action: (world: World, id: string): Promise<Undo> =>
    replaced(world, 'admin_action', `id = '${id}'`, `update admin_action set kind = 'FORGED' where id = '${id}'`),
  noAction: (world: World, id: string): Promise<Undo> =>
    replaced(world, 'admin_action', `id = '${id}'`, `delete from admin_action where id = '${id}'`),
  backDated: async (world: World, daysBefore: number): Promise<{ id: string; undo: Undo }> => {
    const id = 'f0000000-0000-4000-8000-000000000001';
    await unwatched(
      world,
      `insert into admin_action (id, kind, administrator_id, administrator_email, created_at)
       select '${id}', 'FORGED', administrator_id, administrator_email,
         (created_at at time zone 'Europe/Paris' - interval '${daysBefore} days') at time zone 'Europe/Paris'
       from admin_action order by created_at limit 1`,
    );
    return { id, undo: () => unwatched(world, `delete from admin_action where id = '${id}'`) };
  },
  head: (world: World, day: string): Promise<Undo> =>
    replaced(
      world,
      'history_head',
      `day = '${day}'`,
      `update history_head set head_sha256 = sha256(head_sha256) where day = '${day}'`,
    ),
  amountAndLeaf: async (world: World, posting: string, day: string): Promise<Undo> => {
    await unwatched(world, `${LINES(posting, 1)}; ${LEAF_ANEW(posting, day)}`);
    return () => unwatched(world, `${LINES(posting, -1)}; ${LEAF_ANEW(posting, day)}`);
  },
  everything: async (world: World, posting: string, day: string): Promise<Undo> => {
    const anew = (cents: number) => unwatched(world, `${LINES(posting, cents)}; ${LEAF_ANEW(posting, day)}; ${HEADS_ANEW(day)}`);
    const stamps = await replaced(world, 'history_stamp', 'true', 'delete from history_stamp');
    await anew(1);
    return async () => {
      await anew(-1);
      await stamps();
    };
  },
  /** From a day on. */
  noHeads: async (world: World, day: string): Promise<Undo> => {
    const parts: Undo[] = [];
    for (const table of ['history_stamp', 'history_leaves', 'history_head'])
      parts.push(await replaced(world, table, `day >= '${day}'`, `delete from ${table} where day >= '${day}'`));
    return async () => {
      for (const part of parts.toReversed()) await part();
    };
  },
  stamp: (world: World, day: string): Promise<Undo> =>
    replaced(
      world,
      'history_stamp',
      `day = '${day}'`,
      `update history_stamp set response = sha256(response) where day = '${day}'`,
    ),
};
