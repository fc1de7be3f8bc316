import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findPostmaster, freePort, isAlive, processesOf, runProgram, until } from './embedded-process.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'process-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

it('runs a program without the settings of the databases that its caller knows', async () => {
  process.env['PGPASSWORD'] = 'secret'
  onTestFinished(() => void delete process.env['PGPASSWORD'])
  const { code, output } = await runProgram('/bin/sh', ['-c', 'pwd; env; echo gone >&2; exit 3'], undefined)
  expect(code).toBe(3)
  expect(output).toMatch(/^\/\n/)
  expect(output).toContain('gone')
  expect(output).not.toContain('PGPASSWORD')
})

it('finds no server where none has written, nor where its number is nobody’s', async () => {
  const cluster = folder()
  expect(findPostmaster(cluster)).toBeUndefined()
  const ended = spawn('/bin/true')
  await new Promise((exit) => ended.once('exit', exit))
  expect(isAlive(Number(ended.pid))).toBe(false)
  const record = join(cluster, 'postmaster.pid')
  writeFileSync(record, `${ended.pid}\n${cluster}\n0\n5432\n`)
  expect(findPostmaster(cluster)).toBeUndefined()
  // PostgreSQL sees through this one by itself.
  expect(existsSync(record)).toBe(true)
})

it.runIf(process.platform === 'linux')('knows a server by the folder that it works in', async () => {
  const cluster = folder()
  const server = spawn('/bin/sleep', ['60'], { cwd: cluster })
  onTestFinished(() => void server.kill('SIGKILL'))
  await until(() => processesOf(cluster).length > 0, 10_000)
  writeFileSync(join(cluster, 'postmaster.pid'), `${server.pid}\n${cluster}\n0\n5433\n`)
  expect(findPostmaster(cluster)).toEqual({ pid: server.pid, port: 5433 })
  // The same number in the record of another cluster is not its server's: the record goes.
  const other = folder()
  writeFileSync(join(other, 'postmaster.pid'), `${server.pid}\n${other}\n0\n5433\n`)
  expect(findPostmaster(other)).toBeUndefined()
  expect(existsSync(join(other, 'postmaster.pid'))).toBe(false)
})

it('takes the port that is wanted, and any other where that is taken', async () => {
  const free = await freePort(undefined)
  expect(await freePort(free)).toBe(free)
  const taken = createServer()
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  expect(await freePort(port)).not.toBe(port)
})
