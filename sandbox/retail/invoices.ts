import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { OrderRecord } from '../order-record.ts'
import { tidyTitle } from './titles.ts'

interface InvoiceLine {
  code: string
  description: string
  quantity: number
  price: number
}

export interface Invoice {
  number: string
  time: number
  customer: string
  lines: InvoiceLine[]
}

/** Splits one line of the file; a field may be quoted, a quote inside it is doubled. */
export function splitCsv(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g))
    fields.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
  return fields
}

/** Reads the retail file, plain or gzipped, into invoices in the order of the file. */
export async function readInvoices(path: string): Promise<Invoice[]> {
  const file = createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  // A pipe doesn't hand on the error of its source, and a path that can't be read would wait forever.
  file.on('error', (error) => input.destroy(error))
  const invoices = new Map<string, Invoice>()
  let header = true
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    if (header || text === '') {
      header = false
      continue
    }
    const [number = '', code = '', description = '', quantity = '', date = '', price = '', customer = ''] =
      splitCsv(text)
    let invoice = invoices.get(number)
    // The file's times have no zone; only the distances between them are used.
    if (!invoice)
      invoices.set(number, (invoice = { number, time: Date.parse(`${date}Z`) / 1000, customer, lines: [] }))
    invoice.lines.push({
      code: code.toUpperCase(),
      description,
      quantity: Number(quantity),
      price: Number(price),
    })
  }
  return [...invoices.values()]
}

const isGoods = (line: InvoiceLine): boolean =>
  /^\d{5}[A-Z]{0,2}$/.test(line.code) &&
  line.price > 0 &&
  line.description.trim() !== '' &&
  line.description !== line.description.toLowerCase()

/** One name per stock code: the description that most lines carry. */
function nameGoods(invoices: Invoice[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const line of invoices.flatMap((invoice) => invoice.lines).filter(isGoods)) {
    const names = counts.get(line.code) ?? new Map<string, number>()
    counts.set(line.code, names.set(line.description, (names.get(line.description) ?? 0) + 1))
  }
  const best = (names: Map<string, number>): string => [...names].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  return new Map([...counts].map(([code, names]) => [code, tidyTitle(best(names))]))
}

/** The sale that a cancelled line takes back: the customer's latest earlier one with as many of the goods. */
function findSale(sales: Invoice[], line: InvoiceLine, time: number): Invoice | undefined {
  return sales.findLast(
    (sale) =>
      sale.time <= time &&
      sale.lines.some((sold) => sold.code === line.code && sold.quantity >= -line.quantity),
  )
}

/** Which sales were taken back for half of their worth or more, and how many seconds later. */
function findTakenBack(invoices: Invoice[]): Map<string, number> {
  const salesByCustomer = Map.groupBy(
    invoices.filter((invoice) => invoice.customer !== '' && !invoice.number.startsWith('C')),
    (invoice) => invoice.customer,
  )
  const taken = new Map<string, number>()
  const worth = (lines: InvoiceLine[]): number =>
    lines.reduce((sum, line) => sum + line.quantity * line.price, 0)
  for (const invoice of invoices) {
    if (!invoice.number.startsWith('C')) continue
    const sales = salesByCustomer.get(invoice.customer) ?? []
    const matched = Map.groupBy(invoice.lines.filter(isGoods), (line) => findSale(sales, line, invoice.time))
    for (const [sale, lines] of matched)
      if (sale && !taken.has(sale.number) && -worth(lines) >= worth(sale.lines.filter(isGoods)) / 2)
        taken.set(sale.number, invoice.time - sale.time)
  }
  return taken
}

const CANCELLED_WITHIN = 2 * 86_400

/** Invoices as orders, oldest first; lines that are not goods fall away, and invoices that have no others. */
export function toOrderRecords(invoices: Invoice[]): OrderRecord[] {
  const names = nameGoods(invoices)
  const takenBack = findTakenBack(invoices)
  const sales = invoices
    .filter((invoice) => !invoice.number.startsWith('C'))
    .map((invoice) => ({
      ...invoice,
      lines: invoice.lines.filter((line) => isGoods(line) && line.quantity > 0),
    }))
    .filter((invoice) => invoice.lines.length > 0)
    .sort((a, b) => a.time - b.time)
  const end = sales.at(-1)?.time ?? 0
  return sales.map((sale) => {
    const after = takenBack.get(sale.number)
    return {
      ref: sale.number,
      age: end - sale.time,
      ...(sale.customer !== '' && { customer: sale.customer }),
      currency: 'GBP' as const,
      lines: sale.lines.map((line): [string, string, number, number] => [
        line.code,
        names.get(line.code) ?? line.code,
        line.quantity,
        line.price,
      ]),
      ...(after !== undefined && {
        outcome: after <= CANCELLED_WITHIN ? ('CANCELLED' as const) : ('TO_RETURN' as const),
        outcome_after: after,
      }),
    }
  })
}
