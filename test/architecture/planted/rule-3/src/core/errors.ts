export const NOT_FOUND = 'not-found';
export const FORBIDDEN = `forb${'idden'}`; // planted
export class AppError extends Error {}
