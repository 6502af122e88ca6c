// Recognises errors of a database that is temporarily unavailable (down, overloaded, timed out): they become a 503, not
// a 500.

import pg from 'pg';

/** No connection could be opened, or it was lost. A statement that was running, even a COMMIT, may have taken effect. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** SQLSTATE classes: connection exception, insufficient resources. */
const CLASSES = ['08', '53'];

const CODES: readonly string[] = [
  '25006', // read_only_sql_transaction: a standby, during a failover
  '25P03', // idle_in_transaction_session_timeout: this process was paused
  '25P04', // transaction_timeout
  '40001', // serialization_failure, after the last attempt of inTransaction
  '40P01', // deadlock_detected, likewise
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
];

/** Messages of the driver for a lost connection; it has no codes for these errors. */
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

/** True when a statement failed because its connection was lost. Only for errors thrown by the driver. */
export function isConnectionLoss(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  const code = 'code' in error ? error.code : undefined;
  return DRIVER_MESSAGE.test(error.message) || (typeof code === 'string' && SOCKET_CODES.includes(code));
}

/** True when `error` or one of its causes means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let seen = error; seen instanceof Error; seen = seen.cause) {
    if (seen instanceof DatabaseUnavailable) return true;
    if (seen instanceof pg.DatabaseError && isTemporary(seen.code)) return true;
  }
  return false;
}

function isTemporary(sqlState: string | undefined): boolean {
  if (sqlState === undefined) return false;
  return CODES.includes(sqlState) || CLASSES.includes(sqlState.slice(0, 2));
}
