export const fine = process.exitCode;
