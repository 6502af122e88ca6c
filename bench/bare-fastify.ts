// Baseline for the start of the API: Fastify with one route and one database connection.

import fastify from 'fastify';
import pg from 'pg';

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
await client.query('select 1');
const app = fastify();
app.get('/health/live', async () => ({ status: 'up' }));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ msg: 'ready', url }));
process.once('SIGTERM', () => process.exit(0));
