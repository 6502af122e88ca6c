export type Payments = object;
