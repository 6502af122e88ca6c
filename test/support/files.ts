// The smallest files of each kind that tests upload, and the form that carries one.

const of = (signature: readonly number[]) => {
  const bytes = new Uint8Array(80);
  bytes.set(signature);
  return bytes;
};

export const PNG = of([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]);
export const JPEG = of([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0]);
export const PDF = of([...'%PDF-1.7\n'].map((letter) => letter.charCodeAt(0)));

/** Multipart body with `file` and `type`. */
export function uploadOf(bytes: Uint8Array<ArrayBuffer>, fields: { type: string; name: string }): FormData {
  const form = new FormData();
  form.set('type', fields.type);
  form.set('file', new Blob([bytes]), fields.name);
  return form;
}
