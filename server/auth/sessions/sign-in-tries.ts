/** Limits how often a user may try to sign in, or request a link, before having to wait. */
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors.ts'
import type { Database } from '../../db/database.ts'
import { clientAddress } from '../../http/client-address.ts'
import type { KnownDevices } from './known-device.ts'
import { countAttempt } from './sessions-store.ts'

export type Counted = { account: string; address: string | undefined }

/**
 * Counts a try before anything is looked at, so that many at once are counted too, and throws too_many_attempts. An address
 * that is over its limit leaves no further rows behind, whatever accounts it makes up.
 */
export async function countTries(
  db: Database,
  devices: KnownDevices,
  request: FastifyRequest,
  { email, what, most }: { email: string; what: string; most: { account: number; address: number } },
): Promise<Counted> {
  const device = devices.idOf(request, email)
  const address = device === undefined ? `${what}address:${networkOf(clientAddress(request))}` : undefined
  const account = `${what}${device === undefined ? 'account' : `device:${device}`}:${email}`
  if (address !== undefined) await countOne(db, address, most.address)
  await countOne(db, account, most.account)
  return { account, address }
}

/** The same of a call that is about no account. */
export async function countAddress(
  db: Database,
  request: FastifyRequest,
  what: string,
  most: number,
): Promise<void> {
  await countOne(db, `${what}address:${networkOf(clientAddress(request))}`, most)
}

async function countOne(db: Database, key: string, most: number): Promise<void> {
  const { count, secondsLeft } = await countAttempt(db, key)
  if (count > most) throw new AppError('too_many_attempts', { retryAfterSeconds: secondsLeft })
}

/**
 * Returns the network to count by: for IPv6 the /64, all of which one line has, with more addresses than any table could hold.
 */
export function networkOf(client: string): string {
  // A server that listens for both sees IPv4 addresses in this form.
  const address = client.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(address)) return address
  const [before = '', after] = address.split('%')[0]?.split('::') ?? []
  const groups = before.split(':')
  if (after === undefined) return groups.slice(0, 4).join(':')
  const tail = after === '' ? [] : after.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - tail.length) }, () => '0')
  return [...groups, ...zeros, ...tail].slice(0, 4).join(':')
}
