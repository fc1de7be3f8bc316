import { crc32 } from 'node:zlib'
import type { CallReply } from '../../kit/serve-call.ts'
import { jsonReply } from '../../kit/courier-simulation.ts'

/** Published, and good for nothing else. */
export const ACCOUNT = {
  accountNo: '8000123',
  apiToken: 'gdex-prime-token',
  userToken: 'gdex-wallet-token',
  subscriptionKey: 'gdex-subscription',
} as const

/** A call that is turned away; Prime says most of it under HTTP 200. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const primeReply = (r: unknown): CallReply => jsonReply(200, { s: 'success', r, e: '' })

export function primeFailure({ status, message }: Refusal): CallReply {
  if (status === 401) return { status, type: 'text/plain', body: message, error: message }
  return jsonReply(status === 400 ? 200 : status, { s: 'error', r: null, e: message }, message)
}

export const walletReply = (data: unknown): CallReply =>
  jsonReply(200, { statusCode: 200, data, message: null })

export const walletFailure = ({ status, message }: Refusal): CallReply =>
  jsonReply(status, { statusCode: status, data: null, message }, message)

/** No such place begins with 00. */
export const isPostcode = (text: string): boolean => /^\d{5}$/.test(text) && !text.startsWith('00')

/** An archive of files as they are, without compressing them. */
export function createZip(files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const title = Buffer.from(name)
    // Version, flags, method, time, date, check sum, both sizes, length of the name, nothing extra.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x21, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, title, bytes])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, place, title)
    parts.push(local)
    offset += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, index, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}
