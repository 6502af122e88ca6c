// Types of install.mjs, which must stay plain JavaScript.
export function missingPackages(
  lock: { packages?: Record<string, { version?: string; optional?: boolean; dev?: boolean }> },
  installed: { packages?: Record<string, { version?: string }> } | undefined,
  wanted: { development: boolean },
): string[];
export function missingScriptResults(project: string): { packageName: string; file: string }[];
