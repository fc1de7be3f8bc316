/** Calls to the storage as its official protocol writes them; the signatures are computed here once more. */
import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startObjectStorage, type ObjectStorage } from './object-storage.ts'

const key = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }

let storage: ObjectStorage
beforeEach(async () => {
  storage = await startObjectStorage('backups', key, { keysPerPage: 2 })
})
afterEach(() => storage.close())

type Wrong = Partial<{
  id: string
  secret: string
  region: string
  time: number
  payload: string
  signed: string[]
}>

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const mac = (with_: string | Buffer, text: string) => createHmac('sha256', with_).update(text).digest()

async function send(
  method: string,
  path: string,
  body: Buffer | string = '',
  wrong: Wrong = {},
): Promise<Response> {
  const { id, secret, region } = { ...key, ...wrong }
  const url = new URL(path, storage.url)
  const stamp = new Date(wrong.time ?? Date.now()).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = stamp.slice(0, 8)
  const payload = wrong.payload ?? hash(body)
  const values: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': payload,
    'x-amz-date': stamp,
  }
  const signed = wrong.signed ?? Object.keys(values)
  const query = [...url.searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&')
  const lines = signed.map((name) => `${name}:${values[name]}\n`).join('')
  const canonical = [method, url.pathname, query, lines, signed.join(';'), payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const signing = ['s3', 'aws4_request'].reduce(mac, mac(mac(`AWS4${secret}`, day), region))
  const signature = mac(signing, ['AWS4-HMAC-SHA256', stamp, scope, hash(canonical)].join('\n')).toString(
    'hex',
  )
  const { host: _host, ...headers } = values
  return fetch(url, {
    method,
    headers: {
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`,
    },
    ...(method === 'PUT' || method === 'POST' ? { body: body as BodyInit } : {}),
  })
}

const codeOf = async (reply: Response) =>
  [reply.status, /<Code>([^<]*)<\/Code>/.exec(await reply.text())?.[1]] as const

describe('a signature', () => {
  it.each([
    [{ id: 'another' }, 'InvalidAccessKeyId'],
    [{ secret: 'another' }, 'SignatureDoesNotMatch'],
    [{ region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
    [{ payload: hash('other bytes') }, 'XAmzContentSHA256Mismatch'],
    [{ signed: ['host', 'x-amz-date'] }, 'AccessDenied'],
    [{ time: Date.now() - 16 * 60_000 }, 'RequestTimeTooSkewed'],
    [{ time: Date.now() + 16 * 60_000 }, 'RequestTimeTooSkewed'],
  ])('with %o is refused, and nothing is kept', async (wrong, code) => {
    expect(await codeOf(await send('PUT', '/backups/one', 'bytes', wrong))).toEqual([403, code])
    expect(storage.objects.size).toBe(0)
  })

  it('is asked for by every call', async () => {
    expect(await codeOf(await fetch(`${storage.url}/backups/one`))).toEqual([403, 'AccessDenied'])
  })

  it('covers names and queries that have to be written in signs', async () => {
    expect((await send('PUT', '/backups/day%201/%E5%BA%97.tar', 'bytes')).status).toBe(200)
    expect(storage.objects.get('day 1/店.tar')?.toString()).toBe('bytes')
    const list = await send('GET', '/backups?list-type=2&prefix=day%201%2F')
    expect(await list.text()).toContain('<Key>day 1/店.tar</Key>')
  })
})

describe('objects', () => {
  it('are put, got and deleted, each with its tag', async () => {
    const tag = `"${createHash('md5').update('bytes').digest('hex')}"`
    expect((await send('PUT', '/backups/one', 'bytes')).headers.get('etag')).toBe(tag)
    const got = await send('GET', '/backups/one')
    expect([await got.text(), got.headers.get('etag'), got.headers.get('content-length')]).toEqual([
      'bytes',
      tag,
      '5',
    ])
    expect((await send('DELETE', '/backups/one')).status).toBe(204)
    expect((await send('DELETE', '/backups/one')).status).toBe(204)
    expect(await codeOf(await send('GET', '/backups/one'))).toEqual([404, 'NoSuchKey'])
    expect(await codeOf(await send('POST', '/backups/one'))).toEqual([405, 'MethodNotAllowed'])
    expect(await codeOf(await send('GET', '/another/one'))).toEqual([404, 'NoSuchBucket'])
  })

  it('are listed by prefix, page by page, in the order of their names', async () => {
    for (const name of ['b/3', 'a/1', 'b/1', 'b/2']) await send('PUT', `/backups/${name}`, name)
    const keysOf = (text: string) => [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, one]) => one)
    const first = await (await send('GET', '/backups?list-type=2&prefix=b%2F')).text()
    expect(keysOf(first)).toEqual(['b/1', 'b/2'])
    const [, next = ''] = /<NextContinuationToken>([^<]*)</.exec(first) ?? []
    const path = `/backups?continuation-token=${encodeURIComponent(next)}&list-type=2&prefix=b%2F`
    const second = await (await send('GET', path)).text()
    expect(keysOf(second)).toEqual(['b/3'])
    expect(second).not.toContain('NextContinuationToken')
  })

  it('are not taken by a full storage; what is there can be read', async () => {
    await send('PUT', '/backups/one', 'bytes')
    storage.refuseUploads(true)
    expect(await codeOf(await send('PUT', '/backups/two', 'bytes'))).toEqual([507, 'QuotaExceeded'])
    expect((await send('GET', '/backups/one')).status).toBe(200)
    storage.refuseUploads(false)
    expect((await send('PUT', '/backups/two', 'bytes')).status).toBe(200)
    expect(storage.largestBody()).toBe(5)
  })

  it('answer the next calls with 503 where a test asks for it', async () => {
    storage.failNext(2)
    const statuses = []
    for (let times = 0; times < 3; times++) statuses.push((await send('PUT', '/backups/one', 'bytes')).status)
    expect(statuses).toEqual([503, 503, 200])
  })
})

describe('an upload in parts', () => {
  const least = 5 * 2 ** 20
  const path = '/backups/whole'

  async function begin(): Promise<string> {
    const text = await (await send('POST', `${path}?uploads=`)).text()
    const [, id = ''] = /<UploadId>([^<]*)</.exec(text) ?? []
    expect(id).not.toBe('')
    return encodeURIComponent(id)
  }
  const part = async (id: string, number: number, bytes: Buffer) =>
    (await send('PUT', `${path}?partNumber=${number}&uploadId=${id}`, bytes)).headers.get('etag') ?? ''
  const complete = (id: string, tags: string[]) =>
    send(
      'POST',
      `${path}?uploadId=${id}`,
      `<CompleteMultipartUpload>${tags
        .map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
        .join('')}</CompleteMultipartUpload>`,
    )

  it('is one object once it is completed, in the order of the parts, and not before', async () => {
    const id = await begin()
    const second = await part(id, 2, Buffer.from('end'))
    const first = await part(id, 1, Buffer.alloc(least, 1))
    expect([storage.objects.size, storage.openUploads()]).toEqual([0, 1])
    expect((await complete(id, [first, second])).status).toBe(200)
    const whole = storage.objects.get('whole')
    expect([whole?.length, whole?.subarray(-3).toString(), storage.openUploads()]).toEqual([
      least + 3,
      'end',
      0,
    ])
    expect(await codeOf(await complete(id, [first, second]))).toEqual([404, 'NoSuchUpload'])
  })

  it('is refused for a part that is small, missing or another, and can then be given up', async () => {
    const id = await begin()
    const tags = [await part(id, 1, Buffer.from('small')), await part(id, 2, Buffer.from('end'))]
    expect(await codeOf(await complete(id, tags))).toEqual([400, 'EntityTooSmall'])
    expect(await codeOf(await complete(id, [...tags, '"x"']))).toEqual([400, 'InvalidPart'])
    expect(await codeOf(await complete(id, ['"x"', tags[1] ?? '']))).toEqual([400, 'InvalidPart'])
    expect((await send('DELETE', `${path}?uploadId=${id}`)).status).toBe(204)
    expect([storage.openUploads(), storage.objects.size]).toEqual([0, 0])
  })
})
