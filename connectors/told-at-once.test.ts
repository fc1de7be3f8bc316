/**
 * Figures that a connector writes by several calls at once: when their outcome is told, none is under way any more. One that arrived
 * later could overwrite a newer figure, such as that of a listing sold out meanwhile.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { folders, readFixtures, sessionOf } from './recorded-cases.ts'
import { connectors } from './registry.ts'
import type { Session } from './session.ts'

type Write = (session: Session, ids: string[]) => Promise<unknown>

const sku = (id: string) => ({ channelProductId: id, channelSkuId: `${id}1` })

const writes = folders.flatMap((folder): [name: string, folder: string, write: Write][] => {
  const { stock, listings } = connectors.find(({ code }) => code === folder) ?? {}
  const all: [string, Write | undefined][] = [
    [
      'stock',
      stock &&
        ((session, ids) =>
          stock.set(
            session,
            ids.map((id) => ({ ...sku(id), quantity: 3 })),
          )),
    ],
    [
      'prices',
      listings &&
        ((session, ids) =>
          listings.setPrices(
            session,
            ids.map((id) => ({ ...sku(id), price: 500 })),
          )),
    ],
    ['states', listings && ((session, ids) => listings.setActive(session, ids, false))],
    [
      'removals',
      listings?.remove && ((session, ids) => listings.remove?.(session, ids) ?? Promise.resolve()),
    ],
  ]
  return all.flatMap(([name, write]) => (write ? [[`${name} of ${folder}`, folder, write]] : []))
})

/** Answers nonsense: at once to whatever names the first product, and after a while to the rest. */
async function startChannel(first: string) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let text = request.url ?? ''
    for await (const chunk of request) text += String(chunk)
    if (!text.includes(first)) await pause(100)
    response.writeHead(200, { 'content-type': 'application/json' }).end('"nonsense"')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The session, and how many of its calls are under way. */
function watched(session: Session) {
  let underWay = 0
  const http: Session['http'] = (request) => {
    underWay++
    return session.http(request).finally(() => underWay--)
  }
  return { session: { ...session, http }, underWay: () => underWay }
}

test.each(writes)('%s', async (_, folder, write) => {
  const connector = connectors.find(({ code }) => code === folder)
  if (!connector) throw new Error(`there is no ${folder}`)
  await using channel = await startChannel('7001')
  const { session, underWay } = watched(sessionOf(connector, readFixtures(folder), channel.url))
  // Also a failure as a whole is an outcome.
  await write(session, ['7001', '8002', '8003']).catch(() => undefined)
  expect(underWay()).toBe(0)
})
