// The two messages of RFC 3161 in DER: the question is bytes around a hash, of the answer three fields are read. Auditors verify the rest with
// `openssl ts -verify`, which has the authority's certificate.

import { Buffer } from 'node:buffer';

const TAG = { integer: 0x02, octets: 0x04, sequence: 0x30, time: 0x18 } as const;
/** AlgorithmIdentifier of SHA-256: 2.16.840.1.101.3.4.2.1, without parameters. */
const SHA_256 = Buffer.from('300d06096086480165030402010500', 'hex');
/** The type of the content of a token, id-ct-TSTInfo: 1.2.840.113549.1.9.16.1.4. */
const TST_INFO = Buffer.from('060b2a864886f70d0109100104', 'hex');

/** A TimeStampReq for a SHA-256: version 1, the nonce, and the certificate is asked for. */
export function timestampRequest(sha256: Uint8Array, nonce: Uint8Array): Buffer {
  const imprint = element(TAG.sequence, SHA_256, element(TAG.octets, sha256));
  return element(
    TAG.sequence,
    element(TAG.integer, Buffer.of(1)),
    imprint,
    // Of one byte more, so that it is not negative.
    element(TAG.integer, Buffer.concat([Buffer.of(1), nonce])),
    Buffer.from('0101ff', 'hex'),
  );
}

/** A value with its tag and length; all of ours are shorter than 128 bytes. */
function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  if (value.length > 127) throw new RangeError('der: longer than the short form of a length');
  return Buffer.concat([Buffer.of(tag, value.length), value]);
}

/** Of a TimeStampResp: PKIStatus (0 and 1 are granted), the time of its token, and whether that is for this hash and nonce. */
export type ReadResponse = { status: number; at: Temporal.Instant | undefined; isOurs: boolean };

/** Throws for bytes that are no TimeStampResp. */
export function readTimestampResponse(response: Buffer, asked: { sha256: Buffer; nonce: Buffer }): ReadResponse {
  const [statusInfo, token] = childrenOf(firstOf(response, TAG.sequence));
  const [status] = childrenOf(statusInfo ?? Buffer.alloc(0));
  if (status?.[0] !== TAG.integer) throw new Error('time stamp: the answer has no status');
  const info = token && tokenInfo(token);
  const isOurs = info?.some((part) => part.includes(asked.sha256)) === true && info.some((part) => part.includes(asked.nonce));
  return { status: contentOf(status)[0] ?? -1, at: info && timeOf(info), isOurs };
}

/** The parts of TSTInfo, which lies in an OCTET STRING behind its type. */
function tokenInfo(token: Buffer): Buffer[] | undefined {
  const at = token.indexOf(TST_INFO);
  if (at < 0) return undefined;
  const wrapped = elementAt(token, at + TST_INFO.length);
  return childrenOf(firstOf(contentOf(elementAt(contentOf(wrapped), 0)), TAG.sequence));
}

/** GeneralizedTime in UTC: 20261126093000Z, perhaps with fractions of a second. */
function timeOf(info: readonly Buffer[]): Temporal.Instant | undefined {
  const text = info.find((part) => part[0] === TAG.time);
  const [, year, month, day, hour, minute, rest] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d+)?)Z$/.exec(text ? contentOf(text).toString('latin1') : '') ?? [];
  if (rest === undefined) return undefined;
  return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${rest}Z`);
}

function firstOf(bytes: Buffer, tag: number): Buffer {
  if (bytes[0] !== tag) throw new Error('time stamp: not the message that was expected');
  return elementAt(bytes, 0);
}

function childrenOf(parent: Buffer): Buffer[] {
  const value = contentOf(parent);
  const children: Buffer[] = [];
  for (let at = 0; at < value.length; ) {
    const child = elementAt(value, at);
    children.push(child);
    at += child.length;
  }
  return children;
}

function contentOf(whole: Buffer): Buffer {
  return whole.subarray(headerOf(whole, 0).header);
}

/** The element that begins here, with its header. */
function elementAt(bytes: Buffer, at: number): Buffer {
  const { header, length } = headerOf(bytes, at);
  if (at + header + length > bytes.length) throw new Error('time stamp: the message ends too early');
  return bytes.subarray(at, at + header + length);
}

/** Sizes of tag with length, and of the value; lengths of up to four bytes. */
function headerOf(bytes: Buffer, at: number): { header: number; length: number } {
  const first = bytes[at + 1];
  if (first === undefined) throw new Error('time stamp: the message ends too early');
  if (first < 0x80) return { header: 2, length: first };
  const size = first & 0x7f;
  if (size < 1 || size > 4 || at + 2 + size > bytes.length) throw new Error('time stamp: a length cannot be read');
  return { header: 2 + size, length: bytes.readUIntBE(at + 2, size) };
}
