/** Addresses of files: signed, for one user, until a moment. The sign-in is asked for besides. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { apiPrefix } from '../../contract/endpoint.ts'
import { dayIn, timeIn } from '../i18n/calendar.ts'
import type { Export } from './exports-store.ts'

export type ExportLinks = {
  /** A path on this server. */
  linkTo(wanted: LinkedExport, part: number): string
  isSigned(wanted: Omit<LinkedExport, 'expiresAt'>, expires: number, signature: string): boolean
}

type LinkedExport = Pick<Export, 'ownerId' | 'exportId' | 'userId' | 'expiresAt'>

/** The first key signs; all of them are believed. */
export function createExportLinks(secretKeys: Buffer[]): ExportLinks {
  const keys = secretKeys.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, 'seller-console', 'export-links', 32)),
  )
  const [current] = keys
  if (!current) throw new Error('no secret key')
  const sign = (
    key: Buffer,
    { ownerId, userId, exportId }: Omit<LinkedExport, 'expiresAt'>,
    expires: number,
  ) => createHmac('sha256', key).update([ownerId, userId, exportId, expires].join('/')).digest()
  return {
    linkTo(wanted, part) {
      const expires = Math.floor(wanted.expiresAt.getTime() / 1000)
      const signature = sign(current, wanted, expires).toString('base64url')
      return `${apiPrefix}/exports/${wanted.exportId}/download?part=${part}&expires=${expires}&signature=${signature}`
    },
    isSigned(wanted, expires, signature) {
      const given = Buffer.from(signature, 'base64url')
      return keys.some((key) => {
        const right = sign(key, wanted, expires)
        return given.length === right.length && timingSafeEqual(given, right)
      })
    },
  }
}

/** "orders-2026-11-22-0941.csv", in the account's time; of several parts "…-2of3.csv". */
export function fileNameOf(
  {
    type,
    format,
    filters,
    requestedAt,
    parts,
  }: Pick<Export, 'type' | 'format' | 'filters' | 'requestedAt' | 'parts'>,
  part?: number,
): string {
  const { timezone } = filters
  const time = timeIn(timezone, requestedAt).replace(':', '')
  const of = part !== undefined && parts.length > 1 ? `-${part}of${parts.length}` : ''
  return `${type}-${dayIn(timezone, requestedAt)}-${time}${of}.${format}`
}
