// Loaded before `npm run job`, so that it finds the sandbox of the running `npm start` also on other ports than the default ones.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment, portsOf } from './start-settings.ts';

if (process.env.NODE_ENV !== 'production') {
  Object.assign(process.env, childEnvironment(process.env, { ...portsOf(readPorts()), ...portsOf(process.env) }));
}

/** What `npm start` left in the data folder while it runs. */
function readPorts(): Record<string, string> {
  try {
    // Border: our own file; portsOf takes only what is a port.
    return JSON.parse(readFileSync(path.join(process.env.DATA_DIR || '.data', 'ports.json'), 'utf8'));
  } catch {
    return {};
  }
}
