// A request that was not done: it waits for a second administrator (202).

export class WaitsForApproval extends Error {
  readonly approvalId: string;
  constructor(approvalId: string) {
    super('waits for an approval');
    this.approvalId = approvalId;
  }
}
