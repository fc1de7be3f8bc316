/** Signature of a call to the storage: AWS Signature Version 4, in the Authorization header. */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type StorageKey = { id: string; secret: string; region: string }

const latestMs = 15 * 60_000
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const sign = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Answers the code of the refusal; undefined: the call is whose it says to be. */
export function checkSignature(
  { method = '', headers }: IncomingMessage,
  url: URL,
  body: Buffer,
  { id, secret, region }: StorageKey,
): string | undefined {
  const [, keyId, day, scopeRegion, names = '', given] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!given || !day) return 'AccessDenied'
  if (keyId !== id) return 'InvalidAccessKeyId'
  if (scopeRegion !== region) return 'AuthorizationHeaderMalformed'
  const at = String(headers['x-amz-date'] ?? '')
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!at.startsWith(day) || !(Math.abs(Date.now() - time) < latestMs)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name)))
    return 'AccessDenied'
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== hash(body)) return 'XAmzContentSHA256Mismatch'

  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const request = [method, path, query, lines, names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, hash(request)].join('\n')
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    (made, part) => sign(made, part),
    sign(sign(`AWS4${secret}`, day), region),
  )
  return sign(key, text).toString('hex') === given ? undefined : 'SignatureDoesNotMatch'
}

/** Everything but letters, digits and - . _ ~ */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
