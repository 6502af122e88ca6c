// Door of the calendar: payments that came and come by day, for the page and for the calendar of a phone.

export { calendarRoutes } from './routes.ts';
