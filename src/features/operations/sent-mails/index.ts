// Door of the sent mails: what investors were mailed, without what the mails said.

export { recordMails } from './record-mails.ts';
export { sentMailRoutes } from './routes.ts';
