/**
 * Compares what statements return with the types of their rows. The compiler itself resolves the types: it is given copies of
 * the sources in which each row type has to agree with the columns that PostgreSQL told of.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ResultColumn } from './result-columns.ts'
import type { RecordList, SqlStatement } from './sql-statements.ts'

export type CheckedStatement = SqlStatement & { row: { start: number; end: number }; columns: ResultColumn[] }

const run = promisify(execFile)

/** As the driver reads them. */
const values: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  real: 'number',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  name: 'string',
  '"char"': 'string',
  'character varying': 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  date: 'string',
  bytea: 'Uint8Array',
  'text[]': 'string[]',
  'smallint[]': 'number[]',
  'integer[]': 'number[]',
}

const agreement = `
type Column = { value: unknown; null: 'never' | 'maybe' | 'unknown' }
type IsNull<V> = null extends V ? 'maybe' : 'never'
type FaultOf<K, V, C extends Column> = unknown extends V ? never
  : [Exclude<V, null | undefined>] extends [C['value']] ? NullFaultOf<K, V, C>
  : [C['value']] extends [V] ? NullFaultOf<K, V, C>
  : [K, 'is of another type']
type NullFaultOf<K, V, C extends Column> = [C['null'], IsNull<V>] extends ['never', 'maybe'] ? [K, 'is never null']
  : [C['null'], IsNull<V>] extends ['maybe', 'never'] ? [K, 'may be null']
  : never
type Shown<T> = T extends infer U ? U : never
export type Faults<T, C extends Record<string, Column>> = Shown<
  | { [K in Exclude<keyof C, keyof T>]: [K, 'is selected for nothing'] }[Exclude<keyof C, keyof T>]
  | { [K in Exclude<keyof T, keyof C>]: [K, 'is not selected'] }[Exclude<keyof T, keyof C>]
  | { [K in keyof T & keyof C]: FaultOf<K, T[K], C[K]> }[keyof T & keyof C]
>
export type Agreeing<T, _Faults extends never> = T
export type Having<K extends string> = readonly { [k in K]: unknown }[]
`

/** One line for each row type that does not agree with its statement. */
export async function findDisagreements(
  statements: CheckedStatement[],
  records: RecordList[],
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'row-types-'))
  try {
    const checks = [...statements.map(checkOfRow), ...records.map(checkOfRecords)]
    const copies = [...Map.groupBy(checks, ({ path }) => path)].map(([path, ofPath]) =>
      writeCopy(folder, path, ofPath),
    )
    writeFileSync(join(folder, 'agreement.ts'), agreement)
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as {
      compilerOptions: object
    }
    const options = { ...compilerOptions, rootDirs: [folder, resolve('.')], noUnusedLocals: false }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: copies.map(({ path }) => path) }),
    )
    const compiler = resolve('node_modules/.bin/tsc')
    const output = await run(compiler, ['--noEmit', '--pretty', 'false', '-p', folder], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    )
    return faultsIn(output, copies)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A text that replaces a part of the source in its copy. */
type Check = { path: string; line: number; start: number; end: number; write: (source: string) => string }

function checkOfRow({ path, line, row, columns }: CheckedStatement): Check {
  const told = columns.map(columnType).join(' ')
  return { path, line, ...row, write: (type) => `Agreeing<${type}, Faults<${type}, {${told}}>>` }
}

function checkOfRecords({ path, line, end, columns }: RecordList): Check {
  const names = columns.map((column) => `'${column}'`).join(' | ')
  return { path, line, start: end, end, write: () => ` satisfies Having<${names}>` }
}

type Copy = { path: string; checks: { from: number; to: number; line: number }[] }

function writeCopy(folder: string, path: string, statements: Check[]): Copy {
  const source = readFileSync(path, 'utf8')
  const checks: Copy['checks'] = []
  let text = `import type { Agreeing, Faults, Having } from '${join(folder, 'agreement.ts')}'; `
  let at = 0
  const lines = () => text.split('\n').length
  for (const { start, end, line, write } of statements.toSorted((a, b) => a.start - b.start)) {
    // A statement of several forms has one type.
    if (start < at) continue
    text += source.slice(at, start)
    const from = lines()
    text += write(source.slice(start, end))
    checks.push({ from, to: lines(), line })
    at = end
  }
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text + source.slice(at))
  return { path, checks }
}

const columnType = (column: ResultColumn) =>
  `'${column.name}': { value: ${values[column.type] ?? 'unknown'}; null: '${column.null}' };`

function faultsIn(output: string, copies: Copy[]): string[] {
  return [...output.matchAll(/^(?:.*\/)?(server\/[^(\n]*)\((\d+),\d+\): error (.*)$/gm)].map(
    ([, path, at, fault]) => {
      const checks = copies.find((copy) => copy.path === path)?.checks ?? []
      const check = checks.find(({ from, to }) => from <= Number(at) && Number(at) <= to)
      return `${path}:${check?.line ?? at}: ${fault}`
    },
  )
}
