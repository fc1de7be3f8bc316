/** Storage that speaks S3: objects of one bucket in memory, and nothing answered to whom the signature does not vouch for. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkSignature, type StorageKey } from './storage-signature.ts'

export type ObjectStorage = {
  url: string
  objects: Map<string, Buffer>
  /** Uploads in parts that nobody has ended. */
  openUploads(): number
  /** Answers so many of the next calls with 503. */
  failNext(calls: number): void
  /** From now on every upload is refused, as by a full storage. */
  refuseUploads(isRefused: boolean): void
  /** Largest body of a call so far. */
  largestBody(): number
  close(): Promise<void>
}

type Upload = { key: string; parts: Map<number, Buffer> }

export async function startObjectStorage(
  bucket: string,
  key: StorageKey,
  { keysPerPage = 1000 } = {},
): Promise<ObjectStorage> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Upload>()
  let failing = 0
  let isFull = false
  let largest = 0
  let drawn = 0

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://storage')
    const refusal = checkSignature(request, url, body, key)
    if (refusal) return error(response, 403, refusal)
    if (failing > 0) {
      failing -= 1
      return error(response, 503, 'SlowDown')
    }
    const [, named, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (named !== bucket) return error(response, 404, 'NoSuchBucket')
    const name = rest.join('/')
    const method = request.method ?? 'GET'
    if (isFull && method === 'PUT') return error(response, 507, 'QuotaExceeded')
    if (name === '') return method === 'GET' ? list(url, response) : error(response, 405, 'MethodNotAllowed')
    if (url.searchParams.has('uploads') && method === 'POST') return begin(name, response)
    const uploadId = url.searchParams.get('uploadId')
    if (uploadId !== null)
      return ofUpload(method, uploadId, Number(url.searchParams.get('partNumber')), body, response)
    return ofObject(method, name, body, response)
  }

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? ''
    const from = url.searchParams.get('continuation-token') ?? ''
    const all = [...objects.keys()]
      .filter((one) => one.startsWith(prefix) && one > from)
      .toSorted((a, b) => (a < b ? -1 : 1))
    const page = all.slice(0, keysPerPage)
    const contents = page.map(
      (one) => `<Contents><Key>${one}</Key><Size>${objects.get(one)?.length}</Size></Contents>`,
    )
    const next =
      all.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    xml(response, `<ListBucketResult><Name>${bucket}</Name>${next}${contents.join('')}</ListBucketResult>`)
  }

  function begin(name: string, response: ServerResponse): void {
    const id = `upload/${++drawn}==`
    uploads.set(id, { key: name, parts: new Map() })
    xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  function ofUpload(method: string, id: string, part: number, body: Buffer, response: ServerResponse): void {
    const upload = uploads.get(id)
    if (!upload) return error(response, 404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(part, body)
      response.writeHead(200, { etag: tagOf(body) }).end()
    } else if (method === 'DELETE') {
      uploads.delete(id)
      response.writeHead(204).end()
    } else {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
      const parts = named.map(([, number, tag]) => ({ tag, bytes: upload.parts.get(Number(number)) }))
      if (parts.some(({ tag, bytes }) => !bytes || tagOf(bytes) !== tag))
        return error(response, 400, 'InvalidPart')
      // All but the last have 5 MiB or more.
      if (parts.slice(0, -1).some(({ bytes }) => (bytes?.length ?? 0) < 5 * 2 ** 20))
        return error(response, 400, 'EntityTooSmall')
      objects.set(upload.key, Buffer.concat(parts.flatMap(({ bytes }) => (bytes ? [bytes] : []))))
      uploads.delete(id)
      xml(response, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    }
  }

  function ofObject(method: string, name: string, body: Buffer, response: ServerResponse): void {
    const found = objects.get(name)
    if (method === 'PUT') {
      objects.set(name, body)
      response.writeHead(200, { etag: tagOf(body) }).end()
    } else if (method === 'DELETE') {
      objects.delete(name)
      response.writeHead(204).end()
    } else if (method !== 'GET') error(response, 405, 'MethodNotAllowed')
    else if (!found) error(response, 404, 'NoSuchKey')
    else response.writeHead(200, { etag: tagOf(found), 'content-length': found.length }).end(found)
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      largest = Math.max(largest, body.length)
      answer(request, body, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    openUploads: () => uploads.size,
    failNext: (calls) => void (failing = calls),
    refuseUploads: (isRefused) => void (isFull = isRefused),
    largestBody: () => largest,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function xml(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`)
}

function error(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}
