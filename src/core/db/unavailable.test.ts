// Which errors are a database that cannot serve now, and which are not.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { AppError } from '../errors.ts';
import { DatabaseUnavailable, isConnectionLoss, isDatabaseUnavailable } from './unavailable.ts';

function ofServer(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('said by the server', 0, 'error'), { code });
}
const ofSocket = (code: string) => Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code });

it('what the server says when it cannot serve', () => {
  for (const code of ['57P01', '57P02', '57P03', '53300', '53200', '08006', '55P03', '57014', '40P01', '40001', '25006'])
    assert.ok(isDatabaseUnavailable(ofServer(code)), code);
  for (const code of ['23505', '42601', '42501', '22P02', 'P0001', '28P01'])
    assert.ok(!isDatabaseUnavailable(ofServer(code)), code);
});

it('what a room makes of it counts by its cause', () => {
  const lost = new DatabaseUnavailable(ofSocket('ECONNREFUSED'));
  assert.ok(isDatabaseUnavailable(lost));
  assert.ok(isDatabaseUnavailable(new AppError('internal-error', { cause: new Error('x', { cause: lost }) })));
  assert.ok(!isDatabaseUnavailable(new AppError('internal-error', { cause: { kind: 'unavailable' } })));
});

it('a connection to somebody else that is refused is not ours', () => {
  assert.ok(!isDatabaseUnavailable(ofSocket('ECONNREFUSED')));
});

it('what the driver says of a connection that is lost', () => {
  for (const message of [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
  ])
    assert.ok(isConnectionLoss(new Error(message)), message);
  assert.ok(isConnectionLoss(ofSocket('ECONNRESET')));
  for (const error of [new RangeError('integer out of the safe range'), ofServer('57P01'), 'text'])
    assert.ok(!isConnectionLoss(error), String(error));
});
