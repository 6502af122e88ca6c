// A statement as the driver sends it, with the opening of its transaction in the same message.

import pg from 'pg';

/** The connection of a client, as a statement uses it. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  bind(config: { statement: string }): void;
  execute(config: Readonly<Record<never, never>>): void;
};

/** What is to be sent. Without `name` it is not prepared. `opening`: name of a prepared statement that opens a transaction. */
export type StatementToSend = { text: string; name: string | undefined; values: unknown[]; opening: string | undefined };

type Answer = (error: Error | null, result: pg.QueryResult) => void;

/** The driver's own statement: a client sends whatever can be submitted, and hands it the answers of the server. */
interface DriverStatement {
  name: string | undefined;
  queryMode: 'extended' | undefined;
  submit(connection: Wire): Error | null;
  handleCommandComplete(message: unknown, connection: Wire): void;
}
// Border: the driver declares less of this class than it has (pg/lib/query.js).
const Driver = pg.Query as unknown as new (text: string, values: unknown[], answer: Answer) => DriverStatement;

class Statement extends Driver {
  #opening: string | undefined;

  constructor({ text, name, values, opening }: StatementToSend, answer: Answer) {
    super(text, values, answer);
    this.name = name;
    this.#opening = opening;
    // The server skips a simple query as well after a failed opening, and would then never answer.
    if (opening !== undefined) this.queryMode = 'extended';
  }

  override submit(connection: Wire): Error | null {
    if (this.#opening === undefined) return super.submit(connection);
    connection.stream.cork();
    try {
      // No Sync between the two: after an opening that failed the server skips the statement.
      connection.bind({ statement: this.#opening });
      connection.execute({});
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#opening === undefined) super.handleCommandComplete(message, connection);
    // The first answer is that of the opening.
    else this.#opening = undefined;
  }
}

/** Sends the statement. */
export function sendStatement(client: pg.PoolClient, statement: StatementToSend): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const sent = new Statement(statement, (error, result) => (error ? reject(error) : resolve(result)));
  // Border: the driver declares its connection otherwise than it calls it.
  client.query(sent as unknown as pg.Submittable);
  return promise;
}
