import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
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
