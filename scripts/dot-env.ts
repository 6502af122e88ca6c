// Preloaded by the npm scripts: loads the file .env, if there is one, without overriding the environment.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

if (existsSync('.env')) loadEnvFile('.env');
