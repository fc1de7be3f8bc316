/** Relations to include: every read takes them, and unknown ones are ignored. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allEndpoints } from '../../contract/endpoints.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(() => running?.stop())

const reads = Object.keys(allEndpoints).filter((name) => name.startsWith('GET '))

async function ask(path: string, query: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${seller.token}` }
  const url = `${running.url}/api/v2${path.replaceAll(/\{\w+\}/g, '1')}${query}`
  const reply = await fetch(url, { headers, redirect: 'manual' })
  return { status: reply.status, text: reply.ok ? '' : await reply.text() }
}

it.each(reads)('%s takes include', async (name) => {
  const path = name.slice('GET '.length)
  const plain = await ask(path, '')
  const asked = await ask(path, '?include=user,nothing_of_ours')
  expect(asked.text).not.toContain('"include"')
  expect(asked.status).toBe(plain.status)
})
