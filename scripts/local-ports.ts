// Preloaded by `npm run job`, so that it finds the sandbox of a running `npm start` on any ports.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment, portsOf } from './start-settings.ts';

if (process.env.NODE_ENV !== 'production') {
  Object.assign(process.env, childEnvironment(process.env, { ...portsOf(readPorts()), ...portsOf(process.env) }));
}

/** The ports file that `npm start` writes while it runs. */
function readPorts(): Record<string, string> {
  try {
    // Border: our own file; portsOf validates the ports.
    return JSON.parse(readFileSync(path.join(process.env.DATA_DIR || '.data', 'ports.json'), 'utf8'));
  } catch {
    return {};
  }
}
