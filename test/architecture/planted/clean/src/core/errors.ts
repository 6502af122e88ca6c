export const NOT_FOUND = 'not-found';
export const PASSED_TO_APP_ERROR = 'passed-to-app-error';
export class AppError extends Error {}
