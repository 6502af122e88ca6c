// The door to mail: the mailer, and the list of mails with their data.

export type { Moment } from './format.ts';
export { enqueueEmail, sendEmailJob } from './jobs.ts';
export { createMailer, type Mail, type Mailer, type MailerOptions } from './mailer.ts';
export type { TemplateData, TemplateName } from './templates/index.ts';
