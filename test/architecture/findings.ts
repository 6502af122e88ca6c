// What a broken rule looks like to the developer who reads it: place, rule, what is wrong, what to do.

/** One violation. `line` counts from 1; `remedy` is an order ("move …"), so that nobody has to look the rule up. */
export type Finding = { file: string; line: number; rule: string; problem: string; remedy: string };

/** All findings as text, two lines each, in the order of the files. */
export function report(findings: readonly Finding[]): string {
  const sorted = findings.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  const count = findings.length === 1 ? '1 violation' : `${findings.length} violations`;
  const lines = sorted.map((f) => `${f.file}:${f.line}  [${f.rule}] ${f.problem}\n    -> ${f.remedy}`);
  return `${count}\n${lines.join('\n')}`;
}
