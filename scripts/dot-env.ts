// Loaded before what serves an installation: settings of the file .env, where there is one. What the environment says stands
// (A-core-17).
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

if (existsSync('.env')) loadEnvFile('.env');
