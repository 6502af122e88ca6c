// Opens no archive before it is known what would come out of it: a few kilobytes of zip can hold gigabytes.

import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

const LOCAL_FILE = 0x04034b50;
const CENTRAL_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ZIP64 = 0xffffffff;

type Entry = { method: number; packedBytes: number; at: number };

/**
 * True for a zip of at most `entries` files that unpack to at most `bytes` in all. What the archive declares is not believed: every
 * file is unpacked, and given up at the limit. Encrypted, damaged and ZIP64 archives are false.
 */
export async function isModestArchive(archive: Uint8Array, limits: { entries: number; bytes: number }): Promise<boolean> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (archive.length < END_BYTES || view.getUint32(0, true) !== LOCAL_FILE) return false;
  const directory = directoryOf(view, limits.entries);
  if (directory === undefined) return false;
  let left = limits.bytes;
  for (const entry of directory) {
    const unpacked = await unpackedBytes(view, archive, entry, left);
    if (unpacked === undefined || unpacked > left) return false;
    left -= unpacked;
  }
  return true;
}

function directoryOf(view: DataView, most: number): Entry[] | undefined {
  const end = endOf(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  if (count === 0 || count > most) return undefined;
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL_ENTRY) return undefined;
    const flags = view.getUint16(at + 8, true);
    const entry = {
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    };
    // Encrypted, or its size is told elsewhere: readers differ on where.
    if ((flags & 1) !== 0 || entry.packedBytes === ZIP64 || ((flags & 8) !== 0 && entry.packedBytes === 0)) return undefined;
    entries.push(entry);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The last end mark, as readers take it. */
function endOf(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  return undefined;
}

/** Size of a file once unpacked; undefined when it is damaged or above `most`. */
async function unpackedBytes(view: DataView, archive: Uint8Array, entry: Entry, most: number): Promise<number | undefined> {
  if (entry.at + 30 > view.byteLength || view.getUint32(entry.at, true) !== LOCAL_FILE) return undefined;
  const start = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  const packed = archive.subarray(start, start + entry.packedBytes);
  if (packed.length !== entry.packedBytes) return undefined;
  if (entry.method === STORED) return packed.length;
  if (entry.method !== DEFLATED) return undefined;
  try {
    return (await inflate(packed, { maxOutputLength: Math.max(1, most) })).length;
  } catch {
    return undefined;
  }
}
