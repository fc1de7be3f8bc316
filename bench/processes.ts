/** The parts that are measured run as processes of their own, as in production, and are watched through /proc. */
import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'

export type Running = {
  name: string
  /** Address that it listens at; empty for a worker. */
  url: string
  /** CPU time so far; undefined where there is no /proc. */
  cpuSeconds(): number | undefined
  /** Resident memory now. */
  memoryMiB(): number | undefined
  /** Highest resident memory so far. */
  peakMemoryMiB(): number | undefined
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))

export async function startProcess(
  name: string,
  script: string,
  args: string[],
  env: Record<string, string>,
  nodeArgs: string[] = [],
): Promise<Running> {
  const child = fork(root + script, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Same options as in scripts/run.mjs; the bare server has them too, so that neither has an advantage.
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      `--max-semi-space-size=${args.includes('worker') ? 8 : 16}`,
      '--heap-growing-percent=50',
      ...nodeArgs,
    ],
  })
  const url = await readyMessage(name, child)
  const pid = child.pid ?? 0
  return {
    name,
    url,
    cpuSeconds: () => cpuSecondsOf(pid),
    memoryMiB: () => memoryOf(pid, 'VmRSS'),
    peakMemoryMiB: () => memoryOf(pid, 'VmHWM'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The console, the sandbox and the bare server all say so when they are up. */
function readyMessage(name: string, child: ChildProcess): Promise<string> {
  return new Promise((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`the ${name} ended with ${code} before it was ready`)))
    child.on('message', (message: { ready?: boolean; type?: string; url?: string }) => {
      if (message.ready || message.type === 'ready') ready(message.url ?? '')
    })
  })
}

export async function startConsoleProcess(
  role: 'web' | 'worker',
  databaseUrl: string,
  settings: {
    port?: number
    env?: Record<string, string>
    nodeArgs?: string[]
    /** Takes stores in private networks, such as those of the sandbox, as the product refuses to. */
    takesPrivateStores?: boolean
  } = {},
): Promise<Running> {
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: '5e'.repeat(32),
    PORT: String(settings.port ?? 3000),
    LOG_LEVEL: 'warn',
    ...settings.env,
  }
  const { takesPrivateStores, nodeArgs } = settings
  return takesPrivateStores
    ? startProcess(role, 'test/console-process.ts', [role], env, nodeArgs)
    : startProcess(role, 'server/main.ts', ['--role', role], env, nodeArgs)
}

/** Work that needs these processes from now on; where it fails, they end. */
export async function orStop<T>(running: Running[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await Promise.all(running.map((one) => one.stop()))
    throw error
  }
}

/** All processes of the database server that the URL leads to. */
export async function postgresCpuSeconds(adminUrl: string): Promise<number | undefined> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = Number(statOf(rows[0]?.pid ?? 0)?.[1])
  await client.end()
  if (!postmaster) return undefined
  const children = readdirSync('/proc').filter((pid) => Number(statOf(Number(pid))?.[1]) === postmaster)
  return [postmaster, ...children.map(Number)].reduce((sum, pid) => sum + (cpuSecondsOf(pid) ?? 0), 0)
}

/** Fields of /proc/<pid>/stat after the program's name: state, parent, … (proc(5)). */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Own time and that of children which have ended, in the kernel's hundredths of a second. */
function cpuSecondsOf(pid: number): number | undefined {
  const stat = statOf(pid)
  return stat && [11, 12, 13, 14].reduce((sum, field) => sum + Number(stat[field]), 0) / 100
}

function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    const kB = new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kB === undefined ? undefined : Math.round(Number(kB) / 1024)
  } catch {
    return undefined
  }
}
