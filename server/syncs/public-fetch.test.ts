import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttp } from '../../connectors/http.ts'
import { createPublicFetch, isPublicAddress, type ResolveName } from './public-fetch.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(answer: RequestListener): Promise<{ port: number; calls: string[] }> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, calls }
}

/** A name server that gives these addresses, whatever it is asked. */
const naming =
  (...addresses: string[]): ResolveName =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('a private address', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '239.255.255.250',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'nonsense',
    '',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a public address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('a call to an address that a seller gave', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::]',
    'localhost',
  ])('does not reach our own %s', async (host) => {
    const { port, calls } = await serve((_request, response) => response.end('secret'))
    const http = createHttp({ fetch: createPublicFetch() })
    await expect(http({ method: 'GET', url: new URL(`http://${host}:${port}/`) })).rejects.toMatchObject({
      kind: 'refused',
      problem: 'address-private',
    })
    expect(calls).toEqual([])
  })

  it.each([['10.0.0.1'], ['127.0.0.1'], ['fe80::1'], ['::ffff:127.0.0.1'], ['8.8.8.8', '127.0.0.1']])(
    'does not follow a name to %s',
    async (...addresses) => {
      const { port, calls } = await serve((_request, response) => response.end('secret'))
      const http = createHttp({ fetch: createPublicFetch(naming(...addresses)) })
      const url = new URL(`http://shop.example:${port}/`)
      await expect(http({ method: 'GET', url })).rejects.toMatchObject({ problem: 'address-private' })
      expect(calls).toEqual([])
    },
  )

  it('looks at the name again for each connection, as it may answer differently the next time', async () => {
    const { port, calls } = await serve((_request, response) => response.end('ok'))
    const answers = ['127.0.0.1', '10.0.0.1']
    const rebinding: ResolveName = (name, options, done) => naming(answers.shift() ?? '')(name, options, done)
    const guarded = createPublicFetch(rebinding, (address) => address === '127.0.0.1')
    const url = `http://shop.example:${port}/`
    expect(await (await guarded(url)).text()).toBe('ok')
    await expect(guarded(url)).rejects.toMatchObject({ problem: 'address-private' })
    expect(calls).toHaveLength(1)
  })

  it('brings what any other call brings, and follows no redirect', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end()
      if (request.url === '/empty') return response.writeHead(204).end()
      response.writeHead(201, { 'x-wp-total': '7' })
      request.pipe(response)
    })
    const http = createHttp({ fetch: createPublicFetch(naming('127.0.0.1'), () => true) })
    const url = (path: string) => new URL(`http://shop.example:${port}${path}`)
    const reply = await http({ method: 'POST', url: url('/'), body: { name: '日本' } })
    expect([reply.status, reply.headers.get('x-wp-total'), reply.json()]).toEqual([
      201,
      '7',
      { name: '日本' },
    ])
    expect((await http({ method: 'GET', url: url('/empty') })).status).toBe(204)
    await expect(http({ method: 'GET', url: url('/moved') })).rejects.toMatchObject({
      channelCode: 'HTTP 302',
    })
  })

  it('says who calls and what it takes, without which many hosts refuse a call', async () => {
    const { port, calls } = await serve((request, response) =>
      response.end(JSON.stringify([request.headers['user-agent'], request.headers.accept])),
    )
    const guarded = createPublicFetch(naming('127.0.0.1'), () => true)
    const url = `http://shop.example:${port}/`
    expect(await (await guarded(url)).json()).toEqual(['seller-console', '*/*'])
    const asked = await guarded(url, { headers: { accept: 'image/png' } })
    expect(await asked.json()).toEqual(['seller-console', 'image/png'])
    expect(calls).toHaveLength(2)
  })

  it('sends the files of a form', async () => {
    const { port } = await serve((request, response) => {
      response.writeHead(200, { 'x-content-type': request.headers['content-type'] ?? '' })
      request.pipe(response)
    })
    const http = createHttp({ fetch: createPublicFetch(naming('127.0.0.1'), () => true) })
    const body = new FormData()
    body.append('files', new File([new Uint8Array([255, 0, 216])], 'mug.jpg', { type: 'image/jpeg' }))
    const reply = await http({ method: 'POST', url: new URL(`http://shop.example:${port}/`), body })
    const type = reply.headers.get('x-content-type') ?? ''
    const form = await new Response(reply.bytes, { headers: { 'content-type': type } }).formData()
    const file = form.get('files') as File
    expect([file.name, file.type, [...new Uint8Array(await file.arrayBuffer())]]).toEqual([
      'mug.jpg',
      'image/jpeg',
      [255, 0, 216],
    ])
  })

  it('says that a name is unknown, and that a time is up, as other calls do', async () => {
    const unknown: ResolveName = (_name, _options, done) =>
      done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    const http = createHttp({ fetch: createPublicFetch(unknown) })
    await expect(http({ method: 'GET', url: new URL('https://shop.invalid/') })).rejects.toMatchObject({
      kind: 'try-later',
      message: expect.stringContaining('ENOTFOUND') as string,
    })
    const never = createHttp({ fetch: createPublicFetch(() => undefined), timeoutMs: 30 })
    await expect(never({ method: 'GET', url: new URL('https://shop.invalid/') })).rejects.toMatchObject({
      kind: 'try-later',
      message: expect.stringContaining('no answer within 30 ms') as string,
    })
  })
})
