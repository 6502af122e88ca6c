// Statements of hot paths whose text never varies: built and compiled once, as that costs a multiple of handing them to the driver.

import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from './pool.ts';
import type { DB } from './tables.ts';
import type { Tx } from './transaction.ts';

/** Stands for the value of this name while the statement is built. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is compiled at its first use; it returns the rows. `build` may only pass the values on to Kysely: it must not look at
 * them or compute with them, as it is given placeholders.
 */
export function compiledOnce<Values extends Readonly<Record<string, unknown>>, Row>(
  build: (db: Kysely<DB>, values: Values) => { compile(): CompiledQuery<Row> },
): (db: Database | Tx, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(db, slots<Values>()).compile();
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? values[value.name] : value));
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/** A slot under each name that is asked for. */
function slots<Values extends object>(): Values {
  // Border: Kysely keeps a value as it is given, whatever its type, until it is replaced above.
  return new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
}
