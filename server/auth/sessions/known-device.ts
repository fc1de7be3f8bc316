/**
 * Browsers that somebody has signed in with before, known by a signed cookie. Their tries are counted apart from everybody
 * else's, so that a stranger who guesses at an account cannot keep its people out. Decision 0037.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'

const rememberedSeconds = 365 * 24 * 3600
/** People who share a tablet; whoever signed in last is kept. */
const mostPeople = 5

type Settings = Pick<Config, 'publicUrl' | 'secretKey' | 'oldSecretKeys'>

export type KnownDevices = {
  /** The id of the browser, if it has signed in to this account before. */
  idOf(request: FastifyRequest, email: string): string | undefined
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void
}

export function createKnownDevices({ publicUrl, secretKey, oldSecretKeys }: Settings): KnownDevices {
  const isSecure = publicUrl.startsWith('https:')
  const cookie = isSecure ? '__Host-device' : 'device'
  const keyOf = (secret: Buffer) =>
    Buffer.from(hkdfSync('sha256', secret, 'seller-console', 'known-devices', 32))
  const current = keyOf(secretKey)
  const keys = [current, ...oldSecretKeys.map(keyOf)]
  const sign = (key: Buffer, id: string, email: string) =>
    createHmac('sha256', key).update(`${id}/${email}`).digest('base64url')
  const isSigned = (id: string, email: string, mark: string) =>
    keys.some((key) => {
      const [right, given] = [Buffer.from(sign(key, id, email)), Buffer.from(mark)]
      return given.length === right.length && timingSafeEqual(given, right)
    })

  function read(request: FastifyRequest): { id: string; marks: string[] } | undefined {
    const [id = '', ...marks] = (request.cookies[cookie] ?? '').split('.')
    return /^[\w-]{22}$/.test(id) ? { id, marks: marks.slice(0, mostPeople) } : undefined
  }

  return {
    idOf(request, email) {
      const device = read(request)
      return device?.marks.some((mark) => isSigned(device.id, email, mark)) ? device.id : undefined
    },
    remember(request, reply, email) {
      const device = read(request) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
      const others = device.marks.filter((mark) => !isSigned(device.id, email, mark))
      const marks = [sign(current, device.id, email), ...others].slice(0, mostPeople)
      const value = [device.id, ...marks].join('.')
      const flags = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const
      reply.setCookie(cookie, value, { ...flags, maxAge: rememberedSeconds })
    },
  }
}
