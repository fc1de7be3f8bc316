import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readBody } from './http.ts'

/** A path in a folder of its own, which goes when the test is over. */
export function temporaryPath(name = 'state.json'): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, name)
}

/** Takes webhooks until the test is over; `answer` may change meanwhile. */
export async function startReceiver() {
  const received: { body: string; headers: IncomingHttpHeaders }[] = []
  const answer = { status: 200, body: '' }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      received.push({ body, headers: request.headers })
      response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer,
    messages: <T>() => received.map(({ body }) => JSON.parse(body) as T),
  }
}

/** Asks the control interface, below /_sandbox, for what has to be there or to be done. */
export async function askControl<T = unknown>(sandboxUrl: string, path: string, body?: object): Promise<T> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([path, reply.status]).toEqual([path, 200])
  return (await reply.json()) as T
}

/** A parcel that GHN takes. */
export const ghnOrder = {
  to_name: 'Hoa',
  to_phone: '0912000111',
  to_address: '5 Đồng Khởi',
  to_ward_name: 'Phường Bến Nghé',
  to_district_id: 1442,
  to_ward_code: '20101',
  weight: 800,
  length: 30,
  width: 20,
  height: 10,
  service_type_id: 2,
  payment_type_id: 1,
  required_note: 'CHOTHUHANG',
  content: 'Lantern',
}
