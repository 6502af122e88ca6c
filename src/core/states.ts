// In which states of its subject a verb is allowed. A room declares its verbs as rows; src/states.ts joins the rows of each subject.

import { AppError } from './errors.ts';

/** For each state null where the verb is allowed, else the code that it answers. */
export type VerbRow<State extends string> = Readonly<Record<State, string | null>>;

/** The verbs on one subject, by the name of the file that does them. */
export type VerbTable<State extends string> = Readonly<Record<string, VerbRow<State>>>;

/**
 * Makes a row: allowed in `allowed`, elsewhere `refusal`, or the code that `exceptions` has for the state.
 * @example const inRepayment = verbRow(PROJECT_STATES, ['repayment'], PROJECT_NOT_IN_REPAYMENT, { settled: PROJECT_IS_SETTLED });
 */
export function verbRow<const State extends string>(
  states: readonly State[],
  allowed: readonly NoInfer<State>[],
  refusal: string,
  exceptions: Partial<Record<NoInfer<State>, string>> = {},
): VerbRow<State> {
  const row = states.map((state) => [state, allowed.includes(state) ? null : (exceptions[state] ?? refusal)]);
  // Border: fromEntries forgets the type of the keys.
  return Object.fromEntries(row) as VerbRow<State>;
}

/** Asked under the lock of the subject. Error: the code that the row has for `state`. */
export function assertAllowed<State extends string>(row: VerbRow<State>, state: NoInfer<State>): void {
  const code = row[state];
  if (code !== null) throw new AppError(code);
}
