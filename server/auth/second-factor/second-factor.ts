import type { Tx } from '../../db/database.ts'
import { recoveryHash, stepOf } from './one-time-code.ts'
import { takeRecoveryCode, takeStep, type SecondFactor } from './second-factor-store.ts'
import type { UserKey } from '../users/users-store.ts'

/** A code of the app, or a recovery code. Whatever is taken is never taken again. */
export async function takeOtp(
  tx: Tx,
  key: UserKey,
  { secret, confirmedAt }: SecondFactor,
  otp: string,
): Promise<boolean> {
  if (/^\d{6}$/.test(otp)) {
    const step = secret === null ? null : stepOf(secret, otp, new Date())
    return step !== null && takeStep(tx, key, step)
  }
  return confirmedAt !== null && takeRecoveryCode(tx, key, recoveryHash(otp))
}
