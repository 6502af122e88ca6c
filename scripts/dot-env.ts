// Preloaded by the npm scripts: loads the file .env, if there is one, without overriding the environment (A-core-17).
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

if (existsSync('.env')) loadEnvFile('.env');
