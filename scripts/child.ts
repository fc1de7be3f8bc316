import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

export type ChildOptions = {
  name: string
  script: string
  args?: string[]
  env: Record<string, string | undefined>
  report: (line: string) => void
  /** Drops what it writes to its standard output; errors are always shown. */
  quiet?: boolean
  /** In development a child that dies waits for restart(): only a change of its source can help. */
  waitsForRestart?: boolean
}

export type Child = {
  /** Resolves once `url` answers 200; from then on a child that dies is started again. */
  ready(url: string): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
  /** Rejects with one line when the child ended before it was ready, or dies too often. */
  lost: Promise<never>
}

const restartsPerMinute = 5

/**
 * Runs a part of the console as a process of its own. It is in a group of its own, so that Ctrl-C reaches it through us alone, and
 * holds a channel to us, so that it notices when we are killed.
 */
export function startChild(options: ChildOptions): Child {
  const { name, script, args = [], env, report, quiet = false, waitsForRestart = false } = options
  let child: ChildProcess
  let isReady = false
  let stopping = false
  let restarting = false
  let deaths: number[] = []
  let pause: NodeJS.Timeout | undefined
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  // Callers that wait for readiness get this rejection; later there may be no such caller.
  lost.catch(() => undefined)

  function start() {
    child = fork(script, args, {
      env,
      detached: true,
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    child.on('error', (error) => lose(new Error(`The ${name} could not be started: ${error.message}`)))
    child.on('exit', (code, signal) => ended(signal ?? `code ${code}`))
  }

  function ended(how: string) {
    if (stopping || restarting) return
    // A start that failed once would fail five times as well, and has already logged why.
    if (!isReady) return lose(new Error(`The ${name} ended with ${how} before it was ready.`))
    if (waitsForRestart) return report(`The ${name} ended with ${how}: waiting for a change`)
    deaths = [...deaths.filter((at) => at > Date.now() - 60_000), Date.now()]
    if (deaths.length > restartsPerMinute)
      return lose(new Error(`The ${name} died ${deaths.length} times within a minute.`))
    report(`The ${name} ended with ${how}: starting it again`)
    pause = setTimeout(start, 100 * 2 ** deaths.length)
  }

  /** Politely, and after a while not. */
  async function terminate(): Promise<void> {
    clearTimeout(pause)
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    const group = -child.pid
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    const patience = setTimeout(() => process.kill(group, 'SIGKILL'), 2_500)
    await gone
    clearTimeout(patience)
  }

  start()
  return {
    lost,
    async ready(url) {
      await Promise.race([answers(url, name), lost])
      isReady = true
    },
    async restart() {
      if (stopping || restarting) return
      restarting = true
      await terminate()
      restarting = false
      if (!stopping) start()
    },
    async stop() {
      stopping = true
      await terminate()
    },
  }
}

async function answers(url: string, name: string): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const status = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error(`The ${name} did not become ready within two minutes.`)
}
