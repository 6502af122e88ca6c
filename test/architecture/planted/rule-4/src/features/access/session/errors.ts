export const NO_CODE = 'no-code';
