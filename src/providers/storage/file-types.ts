// Detects the type of a file by its first bytes, as names and declared types are not trustworthy.

export type FileKind = 'pdf' | 'jpeg' | 'png' | 'webp';
export type FileType = {
  kind: FileKind;
  extension: string;
  contentType: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp';
};

const TYPES: Record<string, FileType> = {
  'application/pdf': { kind: 'pdf', extension: 'pdf', contentType: 'application/pdf' },
  'image/jpeg': { kind: 'jpeg', extension: 'jpg', contentType: 'image/jpeg' },
  'image/png': { kind: 'png', extension: 'png', contentType: 'image/png' },
  'image/webp': { kind: 'webp', extension: 'webp', contentType: 'image/webp' },
};

/** Enough for every signature above; with more bytes the library would scan archives. */
const SAMPLE_BYTES = 4_100;
/** Readers of PDF accept other bytes before its header, which begins in the first kilobyte: a byte order mark, words of a scanner. */
const PDF_HEADER_BYTES = 1_024;

/** Type of the file, or null when it is none of the accepted types. Callers may restrict it further by `kind`. */
export async function detectFileType(bytes: Uint8Array): Promise<FileType | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes.subarray(0, SAMPLE_BYTES));
  if (found) return TYPES[found.mime] ?? null;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PDF_HEADER_BYTES + '%PDF-'.length - 1));
  return start.includes('%PDF-') ? (TYPES['application/pdf'] ?? null) : null;
}
