import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { OrderRecord } from '../kit/order-record.ts'
import { tidyTitle } from './titles.ts'

interface InvoiceLine {
  code: string
  description: string
  quantity: number
  price: number
  /** How many of them the customer gave back, and how long after the invoice. */
  taken?: { quantity: number; after: number }
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

/** Notes on each sale's lines what was taken back of them by the cancellations: invoices whose numbers start with C. */
function markTakenBack(sales: Invoice[], cancellations: Invoice[]): void {
  const salesByCustomer = Map.groupBy(
    sales.filter((sale) => sale.customer !== ''),
    (sale) => sale.customer,
  )
  for (const { customer, time, lines } of cancellations)
    for (const line of lines.filter(isGoods)) {
      // The customer's latest earlier sale with as many of the goods.
      const fits = (sold: InvoiceLine): boolean =>
        sold.code === line.code && sold.quantity >= -line.quantity && !sold.taken
      const sale = salesByCustomer
        .get(customer)
        ?.findLast((candidate) => candidate.time <= time && candidate.lines.some(fits))
      const sold = sale?.lines.find(fits)
      if (sale && sold) sold.taken = { quantity: -line.quantity, after: time - sale.time }
    }
}

/** When the half of a sale's worth had been taken back that makes it a cancelled or returned one. */
function takenBackAfter(lines: InvoiceLine[]): number | undefined {
  const worth = lines.reduce((sum, line) => sum + line.quantity * line.price, 0)
  let back = 0
  for (const { price, taken } of lines.toSorted((a, b) => (a.taken?.after ?? 0) - (b.taken?.after ?? 0))) {
    if (!taken) continue
    back += taken.quantity * price
    if (back >= worth / 2) return taken.after
  }
  return undefined
}

const CANCELLED_WITHIN = 2 * 86_400

/**
 * Invoices as orders, oldest first; lines that are not goods fall away, and invoices that have no others. `divide` may
 * make several smaller sales of one, which then share its fate only if their own lines were taken back.
 */
export function toOrderRecords(
  invoices: Invoice[],
  divide: (sale: Invoice) => Invoice[] = (sale) => [sale],
): OrderRecord[] {
  const names = nameGoods(invoices)
  const [sold, cancelled] = [false, true].map((isCancelled) =>
    invoices.filter((invoice) => invoice.number.startsWith('C') === isCancelled),
  ) as [Invoice[], Invoice[]]
  const sales = sold.map((invoice) => ({
    ...invoice,
    lines: invoice.lines.filter((line) => isGoods(line) && line.quantity > 0).map((line) => ({ ...line })),
  }))
  markTakenBack(sales, cancelled)
  const goods = sales.filter((sale) => sale.lines.length > 0)
  const end = goods.reduce((latest, sale) => Math.max(latest, sale.time), 0)
  const parts = goods
    .flatMap((sale) => divide(sale))
    .filter((part) => part.time <= end)
    .sort((a, b) => a.time - b.time)
  return parts.map((sale) => {
    const after = takenBackAfter(sale.lines)
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
