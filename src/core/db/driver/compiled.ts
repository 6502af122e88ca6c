// Statements of hot paths whose text never varies: built and compiled once, as that costs a multiple of handing them to the driver.

import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../pool.ts';
import type { DB } from '../tables.ts';
import type { Tx } from '../transaction.ts';
import { pipelinedReader } from './pipelined-reads.ts';

/** Stands for the value of this name while the statement is built. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Build<Values, Row> = (db: Kysely<DB>, values: Values) => { compile(): CompiledQuery<Row> };
type Run<Values, Row> = (db: Database | Tx, values: Values) => Promise<Row[]>;

/**
 * A statement that is compiled at its first use; it returns the rows. `build` may only pass the values on to Kysely: it must not look at
 * them or compute with them, as it is given placeholders.
 */
export function compiledOnce<Values extends Readonly<Record<string, unknown>>, Row>(build: Build<Values, Row>): Run<Values, Row> {
  const statement = compiling(build);
  return async (db, values) => {
    const { rows } = await db.executeQuery<Row>(statement(db, values));
    return rows;
  };
}

/**
 * The same of a look at few rows by an index, without a lock. Outside of a transaction it shares a connection with all others of the
 * process (pipelined-reads.ts), which wait for it: a statement that may take longer is {@link compiledOnce}.
 */
export function pipelinedRead<Values extends Readonly<Record<string, unknown>>, Row>(
  build: Build<Values, Row>,
): Run<Values, Row> {
  const statement = compiling(build);
  return async (db, values) => {
    const query = statement(db, values);
    const read = pipelinedReader(db);
    // Border: the columns are those of the statement, as they are where Kysely executes it.
    if (read) return (await read(query)) as Row[];
    const { rows } = await db.executeQuery<Row>(query);
    return rows;
  };
}

function compiling<Values extends Readonly<Record<string, unknown>>, Row>(
  build: Build<Values, Row>,
): (db: Kysely<DB>, values: Values) => CompiledQuery<Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return (db, values) => {
    compiled ??= build(db, slots<Values>()).compile();
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? values[value.name] : value));
    return { ...compiled, parameters };
  };
}

/** A slot under each name that is asked for. */
function slots<Values extends object>(): Values {
  // Border: Kysely keeps a value as it is given, whatever its type, until it is replaced above.
  return new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
}
