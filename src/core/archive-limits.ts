// Opens no archive before it is known what would come out of it: a few kilobytes of zip can hold gigabytes.

import type { Entry } from 'yauzl';

const END_BYTES = 22;
const ZIP64_LOCATOR = Buffer.from('PK\x06\x07');
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_FIELD = 1;
const SIZES_FOLLOW = 8;

/**
 * True for a zip of at most `entries` files that unpack to at most `bytes` in all. What the archive declares is counted first, and
 * nothing is unpacked when that is too much; then every file is unpacked, and given up where it is not of the size declared. Encrypted,
 * damaged, empty and ZIP64 archives are false.
 */
export async function isModestArchive(archive: Uint8Array, limits: { entries: number; bytes: number }): Promise<boolean> {
  const { fromBufferPromise } = await import('yauzl');
  const file = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const zip = await fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: true });
    if (zip.entryCount === 0 || zip.entryCount > limits.entries || isZip64(file, zip.comment.length)) return false;
    const entries: Entry[] = [];
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize;
      if (bytes > limits.bytes || readersDiffer(entry)) return false;
      entries.push(entry);
    }
    for (const entry of entries) {
      // To its end, without keeping any of it.
      for await (const _ of await zip.openReadStreamPromise(entry));
    }
    return true;
  } catch {
    return false;
  }
}

/** Some readers follow the second directory of a ZIP64 archive, some the first: they would not see the same files. */
function isZip64(file: Buffer, commentBytes: number): boolean {
  const locator = file.length - END_BYTES - commentBytes - ZIP64_LOCATOR_BYTES;
  return locator >= 0 && file.subarray(locator, locator + ZIP64_LOCATOR.length).equals(ZIP64_LOCATOR);
}

/** Its sizes are told in more than one place, and readers differ on which they take. */
function readersDiffer({ generalPurposeBitFlag, compressedSize, extraFields }: Entry): boolean {
  if ((generalPurposeBitFlag & SIZES_FOLLOW) !== 0 && compressedSize === 0) return true;
  return extraFields.some(({ id }) => id === ZIP64_FIELD);
}
