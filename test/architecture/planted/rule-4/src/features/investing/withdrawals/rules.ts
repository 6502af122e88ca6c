import type { Clock } from '../../../core/clock.ts'; // planted
import type { Database } from '../../../core/db/pool.ts'; // planted
import type { Tables } from '../../../core/db/tables.ts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises'; // planted
import { request } from 'undici'; // planted
import { Payments } from '../../../providers/payments/index.ts'; // planted
import { balance } from './balance.ts'; // planted
import type { Row } from './queries.ts';
import { fee } from './fee.ts';
import { first as own } from './self.ts';
export function first(clock: Clock, tables: Tables, db: Database, payments: Payments, row: Row): unknown {
  return [clock, tables, db, payments, row, createHash, readFile, request, balance, fee, own];
}
export function second(performance: { now(): number }): unknown {
  const at = Temporal.Now.instant(); // planted
  const late = Date.now(); // planted
  const later = new Date(); // planted
  const key = process.env.KEY; // planted
  const id = crypto.randomUUID(); // planted
  const luck = Math.random(); // planted
  const fixed = [new Date(0), performance.now(), { process: 1 }, at.process];
  // planted
  const answer = fetch('http://localhost');
  return [late, later, key, id, luck, fixed, answer];
}
