// Work that is done and taken back: its transactions become parts of one that is rolled back at the end.

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database } from './pool.ts';
import type { DB } from './tables.ts';
import { inTransaction, type Tx } from './transaction.ts';

class TakenBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('taken back');
    this.result = result;
  }
}

/**
 * Runs `work` on a database whose every statement runs in one transaction, and rolls that back once `work` has returned. What it writes it
 * reads again, and nobody else ever does; what it locks stays locked until then. `around` is that one transaction. A transaction that is
 * opened inside another one, on the database and not on its `Tx`, would wait for ever, as it would for a lock of the outer one.
 */
export async function rehearse<T>(db: Database, work: (around: Tx, inner: Database) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (around) => {
      throw new TakenBack(await work(around, new Kysely<DB>({ dialect: dialectWithin(around) })));
    });
  } catch (error) {
    // Border: the only one that is thrown above holds what `work` returned.
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
}

function dialectWithin(around: Tx): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverWithin(around),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Transactions become savepoints, one after the other as the inner ones would end those around them. */
function driverWithin(around: Tx): Driver {
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) =>
      around.executeQuery<Row>(
        // Border: the rows are of the caller's type, as they are on any other connection.
        query as CompiledQuery<Row>,
      ),
    streamQuery: () => {
      throw new Error('nothing streams in a rehearsal');
    },
  };
  let last: Promise<void> = Promise.resolve();
  let end: () => void = () => {};
  const run = async (statement: 'savepoint' | 'release savepoint' | 'rollback to savepoint') =>
    void (await around.executeQuery(CompiledQuery.raw(`${statement} rehearsed`)));
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      end = resolve;
      await run('savepoint');
    },
    commitTransaction: () => run('release savepoint').finally(() => end()),
    rollbackTransaction: () =>
      run('rollback to savepoint')
        .then(() => run('release savepoint'))
        .finally(() => end()),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
