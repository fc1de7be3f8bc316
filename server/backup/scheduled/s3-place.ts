/** Storage that speaks Amazon's S3: AWS itself, Cloudflare R2, Wasabi, Backblaze B2, MinIO. Addresses have the bucket in their path. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsV4Signer } from 'aws4fetch'
import type { BackupPlaceConfig } from '../../config/backup-config.ts'
import type { BackupPlace } from './backup-place.ts'

type S3 = Extract<BackupPlaceConfig, { kind: 's3' }>
type Asked = { method: string; key?: string; query?: string; body?: Buffer }

/** A file is sent in parts of this size, of which one is in memory; the protocol takes 10,000 of them. */
const partBytes = 16 * 2 ** 20
const triesPerCall = 4
/** For one part over a slow line. */
const callMs = 300_000

/** An object's key is the prefix and the file's name. */
export function createS3Place(s3: S3): BackupPlace {
  const call = (asked: Asked) => callStorage(s3, asked)

  async function saveInParts(key: string, first: Buffer, rest: AsyncIterator<Buffer>): Promise<number> {
    const started = await (await call({ method: 'POST', key, query: 'uploads=' })).text()
    const id = encodeURIComponent(textOf(started, 'UploadId') ?? '')
    if (!id) throw new Error('the storage named no upload')
    try {
      let bytes = 0
      const tags: string[] = []
      for (let body: Buffer | undefined = first; body; body = await nextOf(rest)) {
        const query = `partNumber=${tags.length + 1}&uploadId=${id}`
        const { headers } = await call({ method: 'PUT', key, query, body })
        tags.push(headers.get('etag') ?? '')
        bytes += body.length
      }
      const parts = tags.map(
        (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      )
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      const ended = await (await call({ method: 'POST', key, query: `uploadId=${id}`, body })).text()
      // The storage may have begun its answer with 200 before it failed.
      if (ended.includes('<Error>')) throw new Error(`the storage answers ${textOf(ended, 'Code')}`)
      return bytes
    } catch (error) {
      await call({ method: 'DELETE', key, query: `uploadId=${id}` }).catch(() => undefined)
      throw error
    }
  }

  return {
    async save(name, file) {
      const parts = partsOf(file)
      const first = (await nextOf(parts)) ?? Buffer.alloc(0)
      const key = s3.prefix + name
      if (first.length === partBytes) return saveInParts(key, first, parts)
      await call({ method: 'PUT', key, body: first })
      return first.length
    },
    async list() {
      const names: string[] = []
      let from: string | undefined
      do {
        const more = from === undefined ? '' : `&continuation-token=${encodeURIComponent(from)}`
        const query = `list-type=2&prefix=${encodeURIComponent(s3.prefix)}${more}`
        const page = await (await call({ method: 'GET', query })).text()
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g))
          names.push(key.slice(s3.prefix.length))
        from = textOf(page, 'NextContinuationToken')
      } while (from !== undefined)
      return names
    },
    async remove(name) {
      await call({ method: 'DELETE', key: s3.prefix + name })
    },
    async open(name) {
      const { body } = await call({ method: 'GET', key: s3.prefix + name })
      if (!body) throw new Error('the storage sent nothing')
      return Readable.fromWeb(body as ReadableStream)
    },
  }
}

async function callStorage(s3: S3, asked: Asked): Promise<Response> {
  for (let tried = 1; ; tried++) {
    const reply = await callOnce(s3, asked).catch((error: unknown) => {
      if (tried === triesPerCall) throw error
      return undefined
    })
    if (reply?.ok) return reply
    const isTheirs = !reply || reply.status >= 500 || reply.status === 429
    if (reply && (!isTheirs || tried === triesPerCall)) throw await refusal(reply, asked)
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tried))
  }
}

async function callOnce(s3: S3, { method, key = '', query, body }: Asked): Promise<Response> {
  const path = [s3.bucket, ...key.split('/').filter(Boolean)].map(encodeURIComponent).join('/')
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signed = await new AwsV4Signer({
    method,
    url: `${s3.endpoint}/${path}${query ? `?${query}` : ''}`,
    headers: { 'x-amz-content-sha256': hash },
    accessKeyId: s3.keyId,
    secretAccessKey: s3.secret,
    service: 's3',
    region: s3.region,
  }).sign()
  return fetch(signed.url, {
    method,
    headers: signed.headers,
    body: body ? new Uint8Array(body) : null,
    redirect: 'error',
    ...(method === 'GET' && key ? {} : { signal: AbortSignal.timeout(callMs) }),
  })
}

async function refusal(reply: Response, { method, key }: Asked): Promise<Error> {
  const code = textOf(await reply.text(), 'Code') ?? ''
  const error = new Error(`the storage answers ${reply.status} ${code} to ${method} ${key ?? ''}`.trim())
  return reply.status === 404 && code !== 'NoSuchBucket' ? Object.assign(error, { code: 'ENOENT' }) : error
}

/** The file in pieces of the part's size; the last one is what is left. */
async function* partsOf(file: Readable): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const piece of file as AsyncIterable<Buffer>) {
    pieces.push(piece)
    size += piece.length
    while (size >= partBytes) {
      const all = Buffer.concat(pieces)
      yield all.subarray(0, partBytes)
      pieces = [all.subarray(partBytes)]
      size -= partBytes
    }
  }
  if (size > 0) yield Buffer.concat(pieces)
}

async function nextOf(parts: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { value, done } = await parts.next()
  return done ? undefined : value
}

/** Names and keys of backups have no sign that XML writes otherwise. */
function textOf(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
}
