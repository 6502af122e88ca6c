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

/** Type of the file, or null when it is none of the accepted types. Callers may restrict it further by `kind`. */
export async function detectFileType(bytes: Uint8Array): Promise<FileType | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes.subarray(0, SAMPLE_BYTES));
  return (found && TYPES[found.mime]) ?? null;
}
