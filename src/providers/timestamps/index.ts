// The door to a time stamping authority (RFC 3161): it signs that a hash existed at a time.

import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { inSpan } from '../../core/telemetry/trace.ts';
import { readTimestampResponse, timestampRequest } from './der.ts';

/** A stamp: the whole answer in DER, which `openssl ts -verify` reads, and the time that it says. */
export type Timestamp = { response: Buffer; at: Temporal.Instant };

/** Rejects when the authority is silent, refuses, or answers something else. Call it from a job, which retries. */
export type TimestampAuthority = { stamp(sha256: Buffer): Promise<Timestamp> };

const NONCE_BYTES = 8;
/** Answers have some kilobytes, of which certificates are the most. */
const LARGEST_ANSWER_BYTES = 64 * 1024;

/** Authority behind one address; undefined without one. */
export function createTimestampAuthority(options: {
  url: string | undefined;
  timeoutMs: number;
}): TimestampAuthority | undefined {
  const { url, timeoutMs } = options;
  if (url === undefined) return undefined;
  return {
    stamp: (sha256) =>
      inSpan({ name: 'call timestamp authority', kind: 'client' }, async () => {
        const nonce = randomBytes(NONCE_BYTES);
        const response = await ask(url, timestampRequest(sha256, nonce), timeoutMs);
        const { status, at, isOurs } = readTimestampResponse(response, { sha256, nonce });
        if (status > 1) throw new Error(`the time stamping authority refused with status ${status}`);
        if (at === undefined || !isOurs) throw new Error('the time stamping authority stamped something else');
        return { response, at };
      }),
  };
}

async function ask(url: string, request: Buffer, timeoutMs: number): Promise<Buffer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(request),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER_BYTES) throw new Error('the time stamping authority answered too much');
    chunks.push(chunk);
  }
  if (!answer.ok) throw new Error(`the time stamping authority answered ${answer.status}`);
  return Buffer.concat(chunks);
}
