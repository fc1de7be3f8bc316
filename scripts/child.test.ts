import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { until } from '../test/start-test-console.ts'
import { type Child, type ChildOptions, startChild } from './child.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A child that writes its number and then does what `after` says. */
async function run(name: string, after: string, options: Partial<ChildOptions> = {}) {
  const script = join(folder, `${name}.cjs`)
  const pids = join(folder, `${name}.pids`)
  await writeFile(pids, '')
  await writeFile(
    script,
    `require('fs').appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');${after}`,
  )
  const reports: string[] = []
  const child = startChild({
    name: 'web',
    script,
    env: { PATH: process.env['PATH'] },
    report: (line) => reports.push(line),
    ...options,
  })
  onTestFinished(() => child.stop())
  const seen = async (count: number) =>
    until(`${count} starts`, async () => {
      const all = (await readFile(pids, 'utf8')).trim().split('\n').filter(Boolean).map(Number)
      return all.length >= count && all
    })
  return { child, reports, seen }
}

const stays = 'setInterval(() => {}, 1000)'

async function becomeReady(child: Child): Promise<void> {
  const server = createServer((_, reply) => reply.end('ok'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  await child.ready(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('starts a part again that dies, and says how it ended', async () => {
  const { child, reports, seen } = await run('dies', stays)
  await becomeReady(child)
  const [first = 0] = await seen(1)
  process.kill(first, 'SIGKILL')
  const [, second = 0] = await seen(2)
  expect(isAlive(second)).toBe(true)
  expect(reports).toEqual(['The web ended with SIGKILL: starting it again'])
  await child.stop()
  expect(isAlive(second)).toBe(false)
})

it('gives a part up that ends before it was ready, in one line', async () => {
  const { child } = await run('fails', 'process.exit(3)')
  await expect(child.lost).rejects.toThrow('The web ended with code 3 before it was ready.')
  await expect(child.ready('http://127.0.0.1:9/')).rejects.toThrow('before it was ready')
})

it('ends a part that does not hear', async () => {
  const { child, seen } = await run('deaf', `process.on('SIGTERM', () => {});${stays}`)
  const [pid = 0] = await seen(1)
  await child.stop()
  expect(isAlive(pid)).toBe(false)
})

it('is started anew when its source changes, and in development only then', async () => {
  const { child, reports, seen } = await run('edited', stays, { waitsForRestart: true })
  await becomeReady(child)
  const [first = 0] = await seen(1)
  await child.restart()
  const [, second = 0] = await seen(2)
  expect(isAlive(first)).toBe(false)
  process.kill(second, 'SIGKILL')
  await until('the word', async () => reports.length > 0)
  expect(reports).toEqual(['The web ended with SIGKILL: waiting for a change'])
  await child.restart()
  expect(await seen(3)).toHaveLength(3)
})
