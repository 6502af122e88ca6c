// Content-Security-Policy of our answers: nothing is allowed unless a page declares what it needs.

const NOTHING = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
} as const;

/** Content-Security-Policy with the additional directives `more`; without them, for answers that are no pages. */
export function pagePolicy(more: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...NOTHING, ...more })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
