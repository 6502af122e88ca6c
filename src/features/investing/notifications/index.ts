// Door of what an investor is told: the list, what was read of it, and which of it comes by mail too.

export { notificationRoutes } from './routes.ts';
export { isOnlyForMail, topicOf, unsubscribeUrl } from './rules.ts';
export { isUnwanted } from './topics.ts';
