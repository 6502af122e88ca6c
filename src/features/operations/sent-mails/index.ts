// Door of the sent mails: what investors were mailed, without what the mails said.

export { sentMailRoutes } from './routes.ts';
export { recordMails } from './sent-mails.ts';
