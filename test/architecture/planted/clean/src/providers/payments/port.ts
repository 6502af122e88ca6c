export type Transfer = { paymentId: number; status: 'pending' | 'not-found' };
export type Payments = { transfer(amountCents: number): Promise<Transfer>; findTransfer(reference: string): Promise<Transfer> };
