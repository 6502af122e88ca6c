// Tells a database that cannot serve now (gone, full, a wait that reached its limit) from a fault of ours: the one is a 503.

import pg from 'pg';

/** The connection was not to be had, or was lost. A statement that was under way, a COMMIT too, may have been done all the same. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database cannot serve now', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** SQLSTATE classes: connection lost, resources used up. */
const CLASSES = ['08', '53'];

const CODES: readonly string[] = [
  '25006', // read only: a standby, in the middle of a switch
  '25P03', // idle too long inside a transaction: this process stood still
  '25P04', // transaction_timeout
  '40001', // serialization failure, and
  '40P01', // deadlock, both after the last attempt of inTransaction
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '57P01', // shut down
  '57P02', // crashed
  '57P03', // starts
  '57P05', // idle_session_timeout
];

/** What the driver says of a connection that is no more; it has no codes for these. */
const DRIVER_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after|timeout expired|write after end|This socket has been ended)/i;
const SOCKET_CODES: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
];

/** True for the driver's own error of a statement whose connection was lost. Only for errors that came from the driver. */
export function isConnectionLoss(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  const code = 'code' in error ? error.code : undefined;
  return DRIVER_MESSAGE.test(error.message) || (typeof code === 'string' && SOCKET_CODES.includes(code));
}

/** True when `error`, or what caused it, is a database that cannot serve now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let seen = error; seen instanceof Error; seen = seen.cause) {
    if (seen instanceof DatabaseUnavailable) return true;
    if (seen instanceof pg.DatabaseError && isTemporary(seen.code ?? '')) return true;
  }
  return false;
}

function isTemporary(sqlState: string): boolean {
  return CODES.includes(sqlState) || CLASSES.includes(sqlState.slice(0, 2));
}
