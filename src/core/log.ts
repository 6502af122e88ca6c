// Structured logs: one pino logger per process; secrets are removed here, once, whatever a caller passes.

import { type Logger, pino } from 'pino';
import { patternOf, redactFields, redactText } from './redact.ts';

export type { Logger };

/**
 * New process logger. `secrets` are values that no line may hold, wherever they come from. `destination` is for tests that read
 * the lines.
 */
export function createLog(
  options: { level: string; name: string; secrets?: readonly string[] },
  destination?: { write(line: string): void },
): Logger {
  const { level, name, secrets = [] } = options;
  const known = patternOf(secrets);
  const settings = {
    level,
    name,
    formatters: { log: redactFields },
    // The fields come here as they may be written; pino's own serializer would look at errors once more.
    serializers: { err: (error: unknown) => error },
    hooks: { streamWrite: (line: string) => redactText(line, known) },
  };
  const log = destination ? pino(settings, destination) : pino(settings);
  const { child } = log;
  // pino formats the lines of a child and not what it is bound to. Border: the signature is pino's own.
  log.child = function bound(this: Logger, bindings: object, options: object) {
    return child.call(this, redactFields({ ...bindings }), options);
  } as typeof child;
  return log;
}
