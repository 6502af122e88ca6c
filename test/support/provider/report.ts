// What a run of the provider's contract found, in words.

import type { Finding } from './calls.ts';

/** One test of the run. `reason` of a failed one: what it expected, and what came. */
export type Verdict = { name: string; outcome: 'passed' | 'skipped' | 'failed'; reason?: string };

/** `target`: the provider asked. */
export type ContractRun = { target: string; verdicts: readonly Verdict[]; calls: number; findings: readonly Finding[] };

/** The report, and whether anything differs from what Mortar expects. */
export function reportOf({ target, verdicts, calls, findings }: ContractRun): { text: string; differs: boolean } {
  const failed = verdicts.filter(({ outcome }) => outcome === 'failed');
  const count = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const textsOf = (kind: Finding['kind']) => [
    ...new Set(findings.filter((finding) => finding.kind === kind).map(({ text }) => text)),
  ];
  const [differences, strangers] = [textsOf('difference'), textsOf('stranger')];
  const nothingAsked = count('passed') + failed.length === 0;
  const differs = failed.length + differences.length > 0 || nothingAsked;
  const parts = [
    `${target}: ${calls} calls in ${count('passed') + failed.length} tests; ${count('skipped')} more need the control routes of the sandbox.`,
    ...(nothingAsked ? ['No test ran.'] : []),
    ...section(
      'It behaves otherwise than Mortar expects:',
      failed.map(({ name, reason = '' }) => `${name}\n      ${reason.replaceAll('\n', '\n      ')}`),
    ),
    ...section('Its calls have another shape than Mortar expects:', differences),
    ...section('It answers with fields that Mortar does not know (harmless):', strangers),
    ...(differs ? [] : ['Nothing differs.']),
  ];
  return { text: parts.join('\n\n'), differs };
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`${title}\n${lines.map((line) => `  - ${line}`).join('\n')}`];
