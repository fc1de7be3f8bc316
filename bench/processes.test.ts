/** Processes of the bench: started until they say so, watched while they run, and ended with the run. */
import { describe, expect, it } from 'vitest'
import { testServerVariables } from '../test/test-database.ts'
import { orStop, postgresCpuSeconds, startProcess, type Running } from './processes.ts'

const start = (script = 'bench/bare-server.ts') => startProcess('bare server', script, [], {})
const isThere = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe('a process', () => {
  it('is there once it is started, and gone once it is stopped', async () => {
    const running = await start()
    expect([running.name, await isThere(running.url)]).toEqual(['bare server', true])
    await running.stop()
    expect(await isThere(running.url)).toBe(false)
    // Cleaning up need not know that it is gone already.
    await running.stop()
  })

  it('shows what it takes, and nothing any more when it is gone', async () => {
    const running = await start()
    try {
      const [before, now, most] = [running.cpuSeconds(), running.memoryMiB(), running.peakMemoryMiB()]
      expect([(before ?? 0) > 0, (now ?? 0) > 20, (most ?? 0) >= (now ?? 0)]).toEqual([true, true, true])
      await Promise.all(Array.from({ length: 200 }, () => fetch(`${running.url}/none`)))
      expect(running.cpuSeconds()).toBeGreaterThan(before ?? 0)
    } finally {
      await running.stop()
    }
    expect([running.cpuSeconds(), running.memoryMiB(), running.peakMemoryMiB()]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('that ends before it is ready is told by its name', async () => {
    await expect(start('bench/cpu-profile.ts')).rejects.toThrow(
      'the bare server ended with 0 before it was ready',
    )
  })

  it('of the bare limit refuses a statement that there is not', async () => {
    const running = await start()
    const reply = await fetch(`${running.url}/lists/1`)
    await running.stop()
    expect([reply.status, await reply.text()]).toEqual([500, 'Error: no bare statement is called lists'])
  })
})

describe('work that needs processes', () => {
  it('leaves them running where it succeeds, with its answer', async () => {
    const running = await start()
    expect(await orStop([running], () => Promise.resolve('token'))).toBe('token')
    expect(await isThere(running.url)).toBe(true)
    await running.stop()
  })

  it('ends all of them where it fails, also those that it started, and tells why', async () => {
    const running: Running[] = [await start()]
    const failing = orStop(running, async () => {
      running.push(await start())
      throw new Error('signing in failed')
    })
    await expect(failing).rejects.toThrow('signing in failed')
    expect(await Promise.all(running.map(({ url }) => isThere(url)))).toEqual([false, false])
  })
})

describe('PostgreSQL', () => {
  it('is watched with all its processes, whose time only grows', async () => {
    const adminUrl = process.env[testServerVariables.adminUrl] ?? ''
    const before = (await postgresCpuSeconds(adminUrl)) ?? Number.NaN
    expect(before).toBeGreaterThan(0)
    expect(await postgresCpuSeconds(adminUrl)).toBeGreaterThanOrEqual(before)
  })
})
