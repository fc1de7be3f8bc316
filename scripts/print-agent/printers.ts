/** Printers of this computer: queues of CUPS, and raw ones that listen on port 9100. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type PrinterEntry =
  | { name: string; kind: 'cups'; queue: string }
  | { name: string; kind: 'raw'; host: string; port?: number }

export type PrinterReport = {
  name: string
  state: 'ready' | 'error' | 'offline' | 'unknown'
  message: string | null
}

/** The printer has had the paper, or a part of it: whether it came out is seen beside the printer alone. */
export class PrintInDoubt extends Error {}

const rawPort = 9100
const mostPort = 65_535
const connectMs = 3000
const printMs = 60_000

type Named = { raw: string[]; cups: string[] }

/**
 * Printers of the file with those of the command line, which take the place of one of the same name.
 * @throws Error about what is no printer
 */
export function readPrinters(listed: PrinterEntry[], { raw, cups }: Named): PrinterEntry[] {
  const named = [...raw.map(readRaw), ...cups.map(readQueue)]
  return [...listed.filter(({ name }) => !named.some((one) => one.name === name)), ...named]
}

function readRaw(text: string): PrinterEntry {
  const [, name, six, plain, port] = /^([^=]+)=(?:\[(.+)\]|(.+?))(?::(\d+))?$/.exec(text) ?? []
  const host = six ?? plain
  if (!name || !host) throw new Error(`--raw ${text}: name=host or name=host:port is wanted`)
  if (Number(port) > mostPort) throw new Error(`--raw ${text}: a port is at most ${mostPort}`)
  return { name, kind: 'raw', host, ...(port && { port: Number(port) }) }
}

function readQueue(text: string): PrinterEntry {
  const [, name, queue] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (!name || !queue) throw new Error(`--cups ${text}: name=queue is wanted`)
  return { name, kind: 'cups', queue }
}

/** Every queue of CUPS under its own name; none where there is no CUPS. */
export async function listQueues(): Promise<PrinterEntry[]> {
  const queues = await run('lpstat', ['-e']).catch(() => '')
  return queues
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((queue) => ({ name: queue, kind: 'cups', queue }))
}

/** @throws Error with the printer's words, PrintInDoubt where something may have come out */
export async function printFile(printer: PrinterEntry, title: string, file: Uint8Array): Promise<void> {
  if (printer.kind === 'raw') return sendRaw(printer, file)
  const folder = await mkdtemp(join(tmpdir(), 'print-agent-'))
  try {
    const path = join(folder, 'paper.pdf')
    await writeFile(path, file, { mode: 0o600 })
    await run('lp', ['-d', printer.queue, '-t', title, '--', path])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function stateOf(printer: PrinterEntry): Promise<PrinterReport> {
  const { name } = printer
  try {
    if (printer.kind === 'raw') {
      await reach(printer)
      return { name, state: 'ready', message: null }
    }
    const words = (await run('lpstat', ['-p', printer.queue])).trim()
    const isBroken = /disabled|paused|media-empty|out of paper|offline|error/i.test(words)
    return { name, state: isBroken ? 'error' : 'ready', message: isBroken ? words.slice(0, 500) : null }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { name, state: isMissing ? 'unknown' : 'offline', message: wordsOf(error) }
  }
}

export function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().slice(0, 500) || 'unknown error'
}

/** Runs a program by its arguments; no shell reads them. */
function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: printMs }, (error, stdout, stderr) => {
      if (!error) resolve(stdout)
      else reject(stderr.trim() ? new Error(stderr.trim()) : error)
    })
  })
}

type Raw = Extract<PrinterEntry, { kind: 'raw' }>

function reach({ host, port = rawPort }: Raw): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: connectMs })
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} does not answer`)))
    socket.once('error', reject)
  })
}

/** Done once the printer has taken all of it and closed its side. */
function sendRaw({ host, port = rawPort }: Raw, file: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: printMs })
    let isSent = false
    socket.once('connect', () => {
      isSent = true
      socket.end(file)
    })
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} does not answer`)))
    socket.once('error', (error) =>
      reject(isSent ? new PrintInDoubt(wordsOf(error), { cause: error }) : error),
    )
    socket.once('close', (hadError) => hadError || resolve())
    socket.resume()
  })
}
