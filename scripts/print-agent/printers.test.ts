import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startRawPrinter } from '../../test/steps/raw-printer.ts'
import { listQueues, printFile, readPrinters, stateOf } from './printers.ts'

const cups = (queue: string) => ({ name: queue, kind: 'cups', queue }) as const
const raw = (port: number) => ({ name: 'Labels', kind: 'raw', host: '127.0.0.1', port }) as const

describe('printers of the command line', () => {
  it('stand behind those of the file, and in the place of one of the same name', () => {
    const listed = [cups('Labels'), cups('Office')]
    expect(readPrinters(listed, { raw: ['Labels=10.0.0.5'], cups: ['Back=queue=2'] })).toEqual([
      cups('Office'),
      { name: 'Labels', kind: 'raw', host: '10.0.0.5' },
      { name: 'Back', kind: 'cups', queue: 'queue=2' },
    ])
  })

  it('have a port where one is given, also behind an address of six', () => {
    const read = (text: string) => readPrinters([], { raw: [text], cups: [] })[0]
    expect(read('A=printer.local:9101')).toMatchObject({ host: 'printer.local', port: 9101 })
    expect(read('A=[fe80::1]:9101')).toMatchObject({ host: 'fe80::1', port: 9101 })
    expect(read('A=[fe80::1]')).toEqual({ name: 'A', kind: 'raw', host: 'fe80::1' })
  })

  it.each([
    [['Labels'], [], '--raw Labels: name=host or name=host:port is wanted'],
    [['=10.0.0.5'], [], '--raw =10.0.0.5: name=host or name=host:port is wanted'],
    [['A=host:99999'], [], '--raw A=host:99999: a port is at most 65535'],
    [[], ['Office='], '--cups Office=: name=queue is wanted'],
  ])('are refused where they are none: %s %s', (rawOnes, queues, words) => {
    expect(() => readPrinters([], { raw: rawOnes, cups: queues })).toThrow(words)
  })
})

describe('a raw printer', () => {
  it('gets the paper as it is, and is ready', async () => {
    const printer = await startRawPrinter()
    const paper = Buffer.from('%PDF-1.7 a label')
    await printFile(raw(printer.port), 'Waybills', paper)
    expect(await stateOf(raw(printer.port))).toEqual({ name: 'Labels', state: 'ready', message: null })
    expect(printer.papers[0]).toEqual(paper)
    await new Promise((closed) => printer.server.close(closed))
    expect(await stateOf(raw(printer.port))).toMatchObject({
      state: 'offline',
      message: expect.stringContaining('ECONNREFUSED'),
    })
    await expect(printFile(raw(printer.port), 'Waybills', paper)).rejects.toThrow('ECONNREFUSED')
  })
})

/** Programs of CUPS, as far as the agent knows them: the words of a real queue, the paper kept aside. */
describe('a queue of CUPS', () => {
  const path = process.env['PATH'] ?? ''
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cups-'))
    process.env['PATH'] = `${folder}${delimiter}${path}`
  })
  afterEach(async () => {
    process.env['PATH'] = path
    await rm(folder, { recursive: true })
  })

  async function program(name: string, script: string): Promise<void> {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }

  it('is told the name of the paper, which no shell reads', async () => {
    await program('lp', `printf '%s\\n' "$@" > ${folder}/asked; cat "$6" > ${folder}/paper`)
    await printFile(cups('Office'), 'Invoice $(id); "two"', Buffer.from('%PDF-'))
    const [, queue, , title, , file] = (await readFile(join(folder, 'asked'), 'utf8')).split('\n')
    expect([queue, title]).toEqual(['Office', 'Invoice $(id); "two"'])
    expect(await readFile(join(folder, 'paper'), 'utf8')).toBe('%PDF-')
    await expect(readFile(file ?? '')).rejects.toThrow('ENOENT')
  })

  it('refuses in its own words', async () => {
    await program('lp', `echo 'lp: The printer or class does not exist.' >&2; exit 1`)
    await expect(printFile(cups('Gone'), 'Labels', Buffer.from('x'))).rejects.toThrow(
      'lp: The printer or class does not exist.',
    )
  })

  it.each([
    ['printer Office is idle.  enabled since Mon', 'ready'],
    ['printer Office disabled since Mon - Out of paper', 'error'],
    ['printer Office now printing Office-3. Offline', 'error'],
  ])('that says "%s" is %s', async (words, state) => {
    await program('lpstat', `echo '${words}'`)
    expect(await stateOf(cups('Office'))).toEqual({
      name: 'Office',
      state,
      message: state === 'ready' ? null : words,
    })
  })

  it('is listed under its own name, and none is where there is no CUPS', async () => {
    await program('lpstat', `printf 'Office\\n  Labels \\n\\n'`)
    expect(await listQueues()).toEqual([cups('Office'), cups('Labels')])
    process.env['PATH'] = '/nowhere'
    expect(await listQueues()).toEqual([])
    expect((await stateOf(cups('Office'))).state).toBe('unknown')
  })
})
