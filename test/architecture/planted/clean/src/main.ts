import { routes } from './app.ts';
import { jobs } from './worker.ts';
process.stdout.write(`${jobs.length} jobs, ${routes.length} arguments`);
