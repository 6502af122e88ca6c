export type Payments = { transfer(amountCents: number): Promise<Transfer> };
export type Transfer = { paymentId: number };
export const transferNow = async (): Promise<void> => {};
export const isFinal = (transfer: Transfer): boolean => transfer.paymentId > 0;
