// The LIKE pattern of what contains a text.

/** Of texts in lower case that contain this one, whatever signs it has; to be compared with `lower(...)`. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
