import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Account } from './embedded-binaries.ts'

export type Outcome = { code: number; output: string }

/** Runs one of PostgreSQL's programs as `account`, in an environment without settings of the caller's own databases. */
export async function runProgram(
  program: string,
  args: string[],
  account: Account | undefined,
): Promise<Outcome> {
  const env = { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
  const child = spawn(program, args, {
    ...account,
    env,
    // The caller's folder may be closed to the account.
    cwd: '/',
    // The server outlives pg_ctl and must not hold on to our pipes or to the terminal's Ctrl-C.
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => done({ code: code ?? 1, output: output.trim() }))
  })
}

export type Postmaster = { pid: number; port: number }

/** The server that runs on this cluster, if one does. A postmaster.pid left by a crash is seen through and removed. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const path = join(cluster, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(path, 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (isAlive(pid) && isServerOf(pid, cluster)) return { pid, port }
  // PostgreSQL sees by itself that a pid is gone, but not that another program has got its number, as after a restart of a container.
  // The file also guards the shared memory of processes that outlived the server, so it stays as long as there are any.
  if (isAlive(pid) && processesOf(cluster).length === 0) rmSync(path, { force: true })
  return undefined
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  // A dead process that nobody has waited for still has its number: usual in a container without an init.
  return processState(pid) !== 'Z'
}

function processState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0]
  } catch {
    return undefined
  }
}

/** Every process of a server works inside its cluster's folder. Where the system does not tell the folder, the pid has to do. */
function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}

/** All processes of the server of this cluster, also those that outlived it; known on Linux only. */
export function processesOf(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isServerOf(pid, cluster) && isAlive(pid))
}

/** Ends at once what is left of a server, as a power failure would. Resolves when all of it is gone. */
export async function killServer(cluster: string, postmaster: number | undefined): Promise<void> {
  const pids = new Set(processesOf(cluster))
  if (postmaster !== undefined) pids.add(postmaster)
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
  await until(() => [...pids].every((pid) => !isAlive(pid)), 10_000)
}

export async function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (!condition()) {
    if (Date.now() > deadline) return false
    await new Promise((next) => setTimeout(next, 20))
  }
  return true
}

/** `wanted` if it is free on 127.0.0.1, else any that is. */
export async function freePort(wanted: number | undefined): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number>((found, failed) => {
      const server = createServer()
      server.once('error', failed)
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        server.close(() =>
          address && typeof address === 'object' ? found(address.port) : failed(new Error('no port')),
        )
      })
    })
  return tryPort(wanted ?? 0).catch(() => tryPort(0))
}
