// Door of what was done: by administrators, and by mail.

export { adminActionRoutes, sentMailRoutes } from './routes.ts';
export { recordMails } from './sent-mails.ts';
