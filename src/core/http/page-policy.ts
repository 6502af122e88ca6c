// What a browser may do with an answer of ours: nothing, unless the page says what it needs.

const NOTHING = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
} as const;

/** Content-Security-Policy of a page that needs `more`; by itself that of everything that is no page. */
export function pagePolicy(more: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...NOTHING, ...more })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
