/** `npm run bench`: how fast the console is, as ratios within one run. docs/performance.md tells what the figures mean. */
import { benchAnalytics } from './analytics-calls.ts'
import type { Bench } from './bench.ts'
import { commandOf, readOptions, usageOf, type BenchRun } from './bench-options.ts'
import { startBenchServer } from './bench-database.ts'
import { benchBulkPublish } from './published-together.ts'
import { benchConfirm } from './confirm-orders.ts'
import { benchExportOrders } from './export-orders.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchFirstSync } from './first-sync.ts'
import { benchLiveOrders } from './live-orders.ts'
import { benchManyShops } from './many-shops.ts'
import { benchOrderEndpoints } from './order-endpoints.ts'
import { benchOrderList } from './order-list.ts'
import { benchPrint } from './print-labels.ts'
import { benchProductFiles } from './product-files.ts'
import { benchProductList } from './product-list.ts'
import { benchProducts } from './product-benches.ts'
import { benchSoldStock } from './sold-stock.ts'
import { benchTemplateForms } from './template-forms.ts'
import { machine, printTable, saveResults, type Table } from './report.ts'
import { seedOrders } from './seed-orders.ts'
import { benchSignIn } from './sign-in.ts'

const parts: Record<string, (bench: Bench) => Promise<Table[]>> = {
  seed: async (bench) => {
    const { orders, seconds } = await bench.seeded(bench.options.orders)
    return [
      {
        title: 'Loading the data',
        command: bench.command('seed'),
        columns: ['', 'orders', 'seconds', 'orders/s'],
        rows: [
          [seconds > 0 ? 'loaded' : 'was there', orders, seconds, seconds > 0 ? orders / seconds : undefined],
        ],
      },
    ]
  },
  list: benchOrderList,
  endpoints: benchOrderEndpoints,
  print: benchPrint,
  sync: benchFirstSync,
  live: benchLiveOrders,
  shops: benchManyShops,
  load: benchFirstLoad,
  export: benchExportOrders,
  confirm: benchConfirm,
  'sign-in': benchSignIn,
  analytics: benchAnalytics,
  products: benchProducts,
  'product-lists': benchProductList,
  'product-files': benchProductFiles,
  'sold-stock': benchSoldStock,
  templates: benchTemplateForms,
  publish: benchBulkPublish,
}

/** Parts of another one, to be run by themselves. */
const within = new Set(['product-lists', 'product-files', 'sold-stock'])
const all = Object.keys(parts).filter((name) => !within.has(name))

function readRun(): BenchRun {
  const names = Object.keys(parts)
  try {
    return readOptions(process.argv.slice(2), names, all)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usageOf(names)}\n`)
    return process.exit(1)
  }
}

const run = readRun()
const { only, options, folder } = run
const report = (line: string) => void process.stderr.write(`  ${line}\n`)
process.stdout.write(`${machine()}\n`)

const server = await startBenchServer(folder)
const memory = new Map<string, number>()
const bench: Bench = {
  server,
  options,
  report,
  seeded: (orders) => {
    report(`data of ${orders.toLocaleString('en')} orders`)
    return seedOrders(server, orders, report)
  },
  noteMemory(running) {
    memory.set(running.name, Math.max(memory.get(running.name) ?? 0, running.peakMemoryMiB() ?? 0))
  },
  command: (part) => commandOf(part, run),
}
const tables: Table[] = []
try {
  for (const name of only) {
    const made = (await parts[name]?.(bench)) ?? []
    for (const table of made) printTable(table)
    tables.push(...made)
  }
  if (memory.size > 0) {
    const table: Table = {
      title: 'Peak resident memory after the runs',
      command: bench.command(only.join(',')),
      columns: ['', 'MiB'],
      rows: [...memory],
    }
    printTable(table)
    tables.push(table)
  }
  process.stdout.write(`\nKept in ${saveResults(options, tables)}\n`)
} finally {
  await server.stop()
}
