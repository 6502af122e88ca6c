// Structured logs: one pino logger per process. Secrets are removed here, whatever a caller passes.

import { type Logger, pino } from 'pino';
import { patternOf, redactFields, redactText } from './redact.ts';
import { traceFields } from './trace.ts';

export type { Logger };

/**
 * New logger of the process. `secrets` are values that are removed from every line; with `traced` each line names its trace and span.
 * `destination` is for tests that read the lines.
 */
export function createLog(
  options: { level: string; name: string; secrets?: readonly string[]; traced?: boolean },
  destination?: { write(line: string): void },
): Logger {
  const { level, name, secrets = [], traced = false } = options;
  const known = patternOf(secrets);
  const settings = {
    level,
    name,
    formatters: { log: redactFields },
    // redactFields has already serialised errors, which pino's own serializer would do again.
    serializers: { err: (error: unknown) => error },
    ...(traced ? { mixin: traceFields } : {}),
    hooks: { streamWrite: (line: string) => redactText(line, known) },
  };
  const log = destination ? pino(settings, destination) : pino(settings);
  const { child } = log;
  // pino's `log` formatter does not see the bindings of a child logger. Border: the signature is that of pino's `child`.
  log.child = function bound(this: Logger, bindings: object, options: object) {
    return child.call(this, redactFields({ ...bindings }), options);
  } as typeof child;
  return log;
}
