#!/usr/bin/env node
/**
 * The print agent: a small program beside the printers of a packing desk.
 *
 *   npx --yes https://console.example/print-agent.tgz --server https://console.example --pair <code> --raw Labels=10.0.0.9
 *   npx --yes https://console.example/print-agent.tgz
 *
 * The first line pairs it with an account and writes its token and its printers into a file (`--config`, print-agent.json unless
 * said), the second one prints from then on. `--raw name=host[:port]` and `--cups name=queue` may be repeated; without any, every
 * queue of CUPS is a printer. The file lists them as { "printers": [{ "name": "Labels", "kind": "raw", "host": "10.0.0.9" }, { "name": "Office", "kind": "cups", "queue": "office" }] }
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import {
  listQueues,
  printFile,
  PrintInDoubt,
  readPrinters,
  stateOf,
  wordsOf,
  type PrinterEntry,
} from './printers.ts'

type Settings = { server: string; token: string; printers: PrinterEntry[] }
type Job = { id: number; printer: string; title: string }

const waitSeconds = 20
const retryMs = 3000
const say = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`)

const usage = `Usage: print-agent [--server https://console.example --pair <code>] [--raw name=host[:port]] [--cups name=queue]
  [--config print-agent.json]
The code is made under Setting, Printing. Without --pair the computer prints as it was paired before.`

function end(words: string, code: number): never {
  process[code === 0 ? 'stdout' : 'stderr'].write(`${words}\n`)
  process.exit(code)
}

function readOptions() {
  const texts = { type: 'string', multiple: true, default: [] as string[] } as const
  try {
    const { help, ...values } = parseArgs({
      options: {
        server: { type: 'string' },
        pair: { type: 'string' },
        raw: texts,
        cups: texts,
        config: { type: 'string', default: 'print-agent.json' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
    return help ? end(usage, 0) : values
  } catch (error) {
    return end(`${wordsOf(error)}\n${usage}`, 1)
  }
}

const options = readOptions()

async function readSettings(): Promise<Partial<Settings>> {
  try {
    return JSON.parse(await readFile(options.config, 'utf8')) as Partial<Settings>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(
      `${options.config} cannot be used (${wordsOf(error)}): remove it and pair this computer again.`,
      {
        cause: error,
      },
    )
  }
}

async function pair(known: Partial<Settings>, code: string): Promise<Settings> {
  const server = (options.server ?? known.server ?? '').replace(/\/+$/, '')
  const { hostname, protocol } = URL.parse(server) ?? end(`--server is no address of a console.\n${usage}`, 1)
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new Error('The console has to be reached over https.')
  const token = await takeToken({ server, token: known.server === server ? (known.token ?? '') : '' }, code)
  return { server, token, printers: known.printers ?? [] }
}

/** A code is good once, and whoever starts the program by the line that paired it means the same computer. */
async function takeToken(
  { server, token }: Pick<Settings, 'server' | 'token'>,
  code: string,
): Promise<string> {
  try {
    const paired = await call<{ token: string; name: string }>({ server, token: '' }, 'pair', { code })
    say(`paired as "${paired.name}"`)
    return paired.token
  } catch (error) {
    const isUsed = error instanceof Refused && error.status === 404
    if (isUsed && token) return token
    throw isUsed ? new Error('The code was used or is over 15 minutes old. Pair a computer again.') : error
  }
}

async function save(settings: Settings): Promise<void> {
  await writeFile(options.config, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
}

class Refused extends Error {
  readonly status: number
  constructor(path: string, status: number) {
    super(`${path}: ${status}`)
    this.status = status
  }
}

async function request(
  { server, token }: Pick<Settings, 'server' | 'token'>,
  path: string,
  body?: object,
): Promise<Response> {
  const reply = await fetch(`${server}/api/v2/print-agent/${path}`, {
    method: path.endsWith('/file') ? 'GET' : 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout((waitSeconds + 20) * 1000),
  })
  if (!reply.ok) throw new Refused(path, reply.status)
  return reply
}

async function call<T>(
  settings: Pick<Settings, 'server' | 'token'>,
  path: string,
  body?: object,
): Promise<T> {
  return ((await (await request(settings, path, body)).json()) as { data: T }).data
}

async function carryOut(settings: Settings, offered: Job): Promise<void> {
  const job = await call<Job>(settings, `jobs/${offered.id}/claim`)
  const printer = settings.printers.find(({ name }) => name === job.printer)
  const result = { state: 'printed', message: null as string | null }
  try {
    if (!printer) throw new Error(`This computer has no printer named "${job.printer}".`)
    const file = new Uint8Array(await (await request(settings, `jobs/${job.id}/file`)).arrayBuffer())
    await printFile(printer, job.title, file)
  } catch (error) {
    const state = error instanceof PrintInDoubt ? 'unsure' : 'failed'
    Object.assign(result, { state, message: wordsOf(error) })
  }
  say(`${job.title} on ${job.printer}: ${result.state}${result.message ? `, ${result.message}` : ''}`)
  await report(settings, job, result)
}

/** The result is told until it is heard: a job without one would be asked of a person. */
async function report(settings: Settings, job: Job, result: object): Promise<void> {
  for (;;) {
    try {
      await call(settings, `jobs/${job.id}/result`, result)
      return
    } catch (error) {
      if (error instanceof Refused && error.status < 500) throw error
      await wait(retryMs)
    }
  }
}

async function work(settings: Settings): Promise<void> {
  let isFirst = true
  for (;;) {
    try {
      const printers = await Promise.all(settings.printers.map(stateOf))
      const body = { printers, wait_seconds: isFirst ? 0 : waitSeconds, is_first: isFirst }
      const jobs = await call<Job[]>(settings, 'poll', body)
      if (isFirst) say(`waiting for papers with ${printers.length} printers`)
      isFirst = false
      for (const job of jobs)
        await carryOut(settings, job).catch((error: unknown) => say(`job ${job.id}: ${wordsOf(error)}`))
    } catch (error) {
      if (error instanceof Refused && error.status === 401)
        throw new Error('This computer is not paired any more. Pair it again under Setting, Printing.')
      say(wordsOf(error))
      await wait(retryMs)
    }
  }
}

async function main(): Promise<void> {
  const known = await readSettings()
  const settings = options.pair ? await pair(known, options.pair) : known
  const { server, token, printers: listed = [] } = settings
  if (!server || !token) throw new Error('Not paired yet: --server <address> --pair <code>')
  const named = readPrinters(listed, options)
  const printers = named.length > 0 ? named : await listQueues()
  await save({ server, token, printers })
  if (printers.length === 0) say('no printers yet: --raw name=host or --cups name=queue')
  await work({ server, token, printers })
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`)
  process.exitCode = 1
}
