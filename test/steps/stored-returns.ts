/** Returns put straight into the store, for tests that choose every figure themselves. */
import type { ReturnCase } from '../../model/return-case.ts'
import { saveReturns, type ReturnIntake } from '../../server/returns/return-intake-store.ts'
import type { TestConsole } from '../start-test-console.ts'

/** A plain request to give one lantern of 10.00 MYR back; what matters to a test is given by it. */
export function returnOf(
  one: Partial<ReturnCase> & Pick<ReturnCase, 'channelReturnId' | 'channelOrderId'>,
): ReturnCase {
  const requestedAt = one.requestedAt ?? new Date('2026-03-08T04:00:00Z')
  return {
    status: 'requested',
    channelStatus: 'REQUESTED',
    kind: 'return',
    reason: 'Cracked',
    currency: 'MYR',
    refund: 1000,
    requestedAt,
    changedAt: requestedAt,
    answerBy: null,
    trackingNumber: null,
    images: [],
    lines: [{ shopSku: '100_1', quantity: 1, refund: 1000 }],
    ...one,
  }
}

export async function putReturns(
  { db }: Pick<TestConsole, 'db'>,
  ownerId: string,
  shopId: number,
  returns: ReturnCase[],
): Promise<ReturnIntake> {
  return db.asOwner(ownerId, (tx) => saveReturns(tx, { ownerId, shopId }, returns))
}
