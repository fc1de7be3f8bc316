/** `npm run serve -- --role web|worker|all`. With --demo, as `npm start` calls it, demo accounts and a linked shop are made. */
import { parseArgs } from 'node:util'
import { readConfig, type Config } from './config/config.ts'
import { explainListen } from './config/explain-listen.ts'
import { OperatorError } from './config/operator-error.ts'
import { startServer, type Role } from './start-server.ts'
import { isDatabaseAway, reachDatabase, requireBoundRole } from './db/reach-database.ts'
import { createLog } from './log.ts'

const usage = 'Usage: npm run serve -- [--role web|worker|all]; the README lists its settings'

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function readRole(): { role: Role; isDemo: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        role: { type: 'string', default: 'all' },
        demo: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const { role, demo, help } = values
    if (help) {
      process.stdout.write(`${usage}\n`)
      process.exit(0)
    }
    if (role === 'web' || role === 'worker' || role === 'all') return { role, isDemo: demo }
    return fail(`--role is "${role}": give web, worker or all.`)
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** The line about a port or address that this process cannot listen on. */
function listenProblem(
  error: NodeJS.ErrnoException & { port?: number; hostname?: string },
  { host, port, workerPort, metricsPort }: Config,
): string | undefined {
  const isOfHost = error.syscall === 'getaddrinfo' && error.hostname === host
  if (error.syscall !== 'listen' && !isOfHost) return undefined
  const tried = error.port ?? port
  if (role === 'worker') return explainListen(error, host, workerPort ?? tried, 'WORKER_PORT')
  return explainListen(error, host, tried, tried === metricsPort ? 'METRICS_PORT' : 'PORT')
}

const { role, isDemo } = readRole()
let config: Config | undefined
try {
  config = readConfig(process.env, isDemo ? 'demo' : 'production')
  const { databaseUrl } = config
  if (!databaseUrl)
    fail('DATABASE_URL is not set: give a URL such as postgres://user:password@host:5432/database.')
  await reachDatabase(databaseUrl)
  if (!isDemo) await requireBoundRole(databaseUrl)
  const log = createLog(config.logLevel)
  const running = await startServer({ ...config, databaseUrl }, role, log)
  if (isDemo) {
    const { prepareDemo } = await import('./prepare-demo.ts')
    await prepareDemo(running, config, process.env)
  }
  // The job library lets go of a promise when the database dies under it. It starts again; anything else is a fault of ours.
  process.on('unhandledRejection', (reason) => {
    if (isDatabaseAway(reason)) return
    log.fatal({ err: reason }, 'unhandled rejection')
    process.exit(1)
  })
  log.info({ role, url: running.url }, 'seller console is up')
  process.send?.({ ready: true, url: running.url })

  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    // The process ends even if something hangs: jobs are safe in the database.
    setTimeout(() => process.exit(0), 8000).unref()
    void running.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The launcher is gone: nobody would ever stop us.
  process.on('disconnect', stop)
} catch (error) {
  if (error instanceof OperatorError) fail(error.message)
  const problem = config && error instanceof Error ? listenProblem(error, config) : undefined
  if (problem) fail(problem)
  throw error
}
