/** Arguments of `npm run bench`, and the command that makes a part again. */
import { parseArgs } from 'node:util'
import type { BenchOptions } from './bench.ts'

export type BenchRun = { only: string[]; options: BenchOptions; folder: string }

const numbers = {
  orders: { by: 'orders', least: 1000, usual: 1_000_000 },
  seconds: { by: 'seconds', least: 1, usual: 8 },
  rounds: { by: 'rounds', least: 1, usual: 3 },
  'sync-orders': { by: 'syncOrders', least: 500, usual: 30_000 },
  shops: { by: 'shops', least: 2, usual: 50 },
  'shop-orders': { by: 'shopOrders', least: 100, usual: 2000 },
  skus: { by: 'skus', least: 2000, usual: 200_000 },
} as const
type NumberName = keyof typeof numbers
const numberNames = Object.keys(numbers) as NumberName[]

const usualFolder = 'data/bench'

export function usageOf(parts: readonly string[]): string {
  const all = numberNames.map((name) => `[--${name} ${numbers[name].usual}]`).join(' ')
  return `npm run bench -- [--only ${parts.join(',')}]
                 ${all} [--no-growth] [--match keyword] [--data ${usualFolder}]`
}

/**
 * Throws what is wrong, in words for a terminal.
 *
 * @param parts all that can be asked for
 * @param usual what runs when nothing is asked for
 */
export function readOptions(args: string[], parts: readonly string[], usual: readonly string[]): BenchRun {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      only: { type: 'string', default: usual.join(',') },
      match: { type: 'string', default: '' },
      growth: { type: 'boolean', default: true },
      data: { type: 'string', default: usualFolder },
      ...(Object.fromEntries(
        numberNames.map((name) => [name, { type: 'string', default: String(numbers[name].usual) }]),
      ) as Record<NumberName, { type: 'string'; default: string }>),
    },
  })
  const only = values.only.split(',')
  const unknown = only.find((name) => !parts.includes(name))
  if (unknown !== undefined) throw new Error(`--only ${unknown} is no part`)
  if (values.data === '') throw new Error('--data must name a folder')
  const read = (name: NumberName): number => {
    const { least } = numbers[name]
    const value = Number(values[name])
    if (!Number.isSafeInteger(value) || value < least)
      throw new Error(`--${name} must be a whole number from ${least}`)
    return value
  }
  const options = Object.fromEntries(numberNames.map((name) => [numbers[name].by, read(name)])) as Record<
    (typeof numbers)[NumberName]['by'],
    number
  >
  return { only, options: { ...options, growth: values.growth, match: values.match }, folder: values.data }
}

/** With everything that is not as usual: figures of another size are no figures of the same run. */
export function commandOf(part: string, { options, folder }: Omit<BenchRun, 'only'>): string {
  const quoted = (text: string) => (/^[\w./,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
  return [
    `npm run bench -- --only ${part}`,
    ...numberNames.flatMap((name) => {
      const { by, usual } = numbers[name]
      return options[by] === usual ? [] : [`--${name} ${options[by]}`]
    }),
    ...(options.growth ? [] : ['--no-growth']),
    ...(options.match ? [`--match ${quoted(options.match)}`] : []),
    ...(folder === usualFolder ? [] : [`--data ${quoted(folder)}`]),
  ].join(' ')
}
