// Checks a zip archive against limits before anything else opens it: a few kilobytes of zip can unpack to gigabytes.

import { text } from 'node:stream/consumers';
import type { Entry } from 'yauzl';

const END_BYTES = 22;
const ZIP64_LOCATOR = Buffer.from('PK\x06\x07');
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_FIELD = 1;
const SIZES_FOLLOW = 8;
/** Longer than any cell: readers take quadratic time to find the end of a longer tag or text. */
const LONGEST_WITHOUT_TAG = 524_288;
const TAG_END = '>';

/**
 * True for a zip of at most `entries` files that unpack to at most `bytes` in total. The declared sizes are added up first, and nothing
 * is unpacked when they exceed the limit; then every file is unpacked to verify its declared size. False for encrypted, damaged, empty
 * and ZIP64 archives, for two files of one name, and for half a megabyte without the end of a tag.
 */
export async function isWithinZipLimits(archive: Uint8Array, limits: { entries: number; bytes: number }): Promise<boolean> {
  const { fromBufferPromise } = await import('yauzl');
  const file = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const zip = await fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: true });
    if (zip.entryCount === 0 || zip.entryCount > limits.entries || isZip64(file, zip.comment.length)) return false;
    const entries: Entry[] = [];
    const names = new Set<string>();
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize;
      if (bytes > limits.bytes || readersDiffer(entry)) return false;
      entries.push(entry);
      names.add(entry.fileName.toString());
    }
    // Of two files of one name some readers take the first, some the last.
    if (names.size < entries.length) return false;
    for (const entry of entries) {
      // Read to the end and discarded: yauzl checks the size.
      let withoutTag = 0;
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        withoutTag = chunk.includes(TAG_END) ? 0 : withoutTag + chunk.length;
        if (withoutTag > LONGEST_WITHOUT_TAG) return false;
      }
    }
    return true;
  } catch {
    return false;
  }
}

/** The text of one file of an archive that has passed {@link isWithinZipLimits}; empty when there is none of this name. */
export async function readArchiveText(archive: Uint8Array, name: string): Promise<string> {
  const { fromBufferPromise } = await import('yauzl');
  const zip = await fromBufferPromise(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength));
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry));
  }
  return '';
}

/** Readers disagree on which of the two directories of a ZIP64 archive counts, so they would see different files. */
function isZip64(file: Buffer, commentBytes: number): boolean {
  const locator = file.length - END_BYTES - commentBytes - ZIP64_LOCATOR_BYTES;
  return locator >= 0 && file.subarray(locator, locator + ZIP64_LOCATOR.length).equals(ZIP64_LOCATOR);
}

/** True when the archive declares the sizes of the entry in several places, which readers do not resolve alike. */
function readersDiffer({ generalPurposeBitFlag, compressedSize, extraFields }: Entry): boolean {
  if ((generalPurposeBitFlag & SIZES_FOLLOW) !== 0 && compressedSize === 0) return true;
  return extraFields.some(({ id }) => id === ZIP64_FIELD);
}
