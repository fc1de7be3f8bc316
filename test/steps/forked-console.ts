import { fork, type ChildProcess } from 'node:child_process'
import { flushCompileCache } from 'node:module'
import type { TestConsole } from '../start-test-console.ts'

type Start = {
  role: 'web' | 'worker'
  environment?: Record<string, string>
  /** Its lines go where those of the test go, unless the test reads them or nobody does. */
  output?: 'inherit' | 'pipe' | 'ignore'
}

/** Starts the console as a process of its own that the test may kill, over the database and sandbox of its own console. */
export function forkConsole(
  { environment: ofTest, databaseUrl }: Pick<TestConsole, 'environment' | 'databaseUrl'>,
  { role, environment, output = 'inherit' }: Start,
): ChildProcess {
  // The cache is otherwise written at the end of this process, and the other would compile the same once more.
  flushCompileCache()
  return fork(new URL('../console-process.ts', import.meta.url), [role], {
    env: { ...process.env, ...ofTest, DATABASE_URL: databaseUrl, ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', output, output, 'ipc'],
  })
}

/** As a power failure ends it. */
export async function killConsole(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}
