/**
 * The bare limit: node:http and one prepared statement that makes the JSON (bare-answers.ts). No sign-in, no checks, no words, no
 * row-level security. DATABASE_URL must name a superuser.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBareAnswers } from './bare-answers.ts'

const bare = openBareAnswers(process.env.DATABASE_URL, process.env.BENCH_OWNER)

async function answer(path: string, response: ServerResponse): Promise<void> {
  try {
    const body = await bare.answer(path)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(body)
  } catch (error) {
    response.writeHead(500)
    response.end(String(error))
  }
}

const server = createServer(({ url = '/' }, response) => void answer(url, response))
server.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
