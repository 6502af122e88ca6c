// Types of install.mjs, which must stay plain JavaScript.
export function missingPackages(
  lock: { packages?: Record<string, { version?: string; optional?: boolean }> },
  installed: { packages?: Record<string, { version?: string }> } | undefined,
): string[];
export function missingScriptResults(project: string): { packageName: string; file: string }[];
