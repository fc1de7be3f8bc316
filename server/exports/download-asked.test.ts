/** A page asks whether a file is there before the browser fetches it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type TestConsole } from '../../test/start-test-console.ts'
import { downloadPart, exportOrders } from '../../test/steps/export-steps.ts'

let running: TestConsole

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

it('is answered without the file, and is no download in the audit log', async () => {
  const seller = await running.signUp('seller')
  const { parts } = await exportOrders(running, seller, 'format=csv')
  const url = parts[0]?.url ?? ''
  const headers = { authorization: `Bearer ${seller.token}` }
  const ask = (path: string) => fetch(`${running.url}${path}`, { method: 'HEAD', headers })
  const reply = await ask(url)
  expect([reply.status, await reply.text()]).toEqual([200, ''])
  expect((await ask(url.replace('part=1', 'part=2'))).status).toBe(404)
  const downloads = async () =>
    (await seller.call('GET /audit-logs?action=export.download')).at<object[]>('data').length
  expect(await downloads()).toBe(0)
  expect((await downloadPart(running, seller, url)).status).toBe(200)
  expect(await downloads()).toBe(1)
})
