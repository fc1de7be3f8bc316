import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, until } from '../runtime/embedded-process.ts'
import { root } from './steps.ts'

let folder: string
let started: ChildProcessWithoutNullStreams[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'))
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started = []
  rmSync(folder, { recursive: true })
})

/** Runs `source` through the launcher; `told` grows with what it writes. */
function run(source: string, args: string[] = [], env: Record<string, string> = {}) {
  const entry = join(folder, 'entry.ts')
  writeFileSync(entry, source)
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), entry, ...args], {
    env: { ...process.env, npm_lifecycle_event: undefined, ...env },
  })
  started.push(child)
  const result = {
    child,
    told: '',
    code: new Promise<number | null>((done) => child.on('close', (code) => done(code))),
  }
  child.stdout.on('data', (chunk: Buffer) => (result.told += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (result.told += chunk.toString()))
  return result
}

const waitsForSignals = `
  const stay = setInterval(() => undefined, 1000)
  process.on('SIGINT', () => { console.log('SIGINT'); setTimeout(() => process.exit(0), 300) })
  process.on('disconnect', () => { clearInterval(stay) })
  console.log('pid', process.pid)`

const pidIn = (told: string) => Number(/pid (\d+)/.exec(told)?.[1])

describe('the launcher', () => {
  it('runs TypeScript with its arguments and the Node it found first on the PATH', async () => {
    const result = run(
      `import { execFileSync } from 'node:child_process'
       const words: string[] = process.argv.slice(2)
       console.log(words.join('|'), execFileSync('node', ['-v']).toString().trim() === process.version)`,
      ['one', '--two', 'three four'],
    )
    expect(await result.code).toBe(0)
    expect(result.told).toBe('one|--two|three four true\n')
  })

  it('ends with the code of the entry, or with that of the signal that ended it', async () => {
    expect(await run('process.exit(7)').code).toBe(7)
    expect(await run(`process.kill(process.pid, 'SIGTERM'); setInterval(() => undefined, 1000)`).code).toBe(
      143,
    )
  })

  it('passes a stop on once, however often it is told', async () => {
    const result = run(waitsForSignals)
    expect(await until(() => result.told.includes('pid'), 10_000)).toBe(true)
    result.child.kill('SIGINT')
    result.child.kill('SIGINT')
    expect(await result.code).toBe(0)
    expect(result.told.match(/SIGINT/g)).toHaveLength(1)
  })

  it('lets the entry notice that the launcher was killed', async () => {
    const result = run(waitsForSignals)
    expect(await until(() => result.told.includes('pid'), 10_000)).toBe(true)
    result.child.kill('SIGKILL')
    expect(await until(() => !isAlive(pidIn(result.told)), 10_000)).toBe(true)
  })

  it('asks for an entry', async () => {
    const child = spawn(process.execPath, [join(root, 'scripts/run.mjs')])
    started.push(child)
    expect(await new Promise((done) => child.on('close', done))).toBe(2)
  })
})
