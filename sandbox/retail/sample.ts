import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { BadRecord, orderRecordSchema, type OrderRecord } from '../order-record.ts'
import { hash } from '../random.ts'

export const SAMPLE_PATH = fileURLToPath(new URL('orders.jsonl.gz', import.meta.url))

export const SAMPLE_SIZE = 5_000
const SMALL_ORDER = 8
const LARGEST_ORDER = 20
const LARGEST_QUANTITY = 48

/** Orders that look like consumers' ones: all with few lines, then some with more until there are enough. */
export function selectSample(records: OrderRecord[]): OrderRecord[] {
  const modest = records.filter((record) =>
    record.lines.every(([, , quantity]) => quantity <= LARGEST_QUANTITY),
  )
  const small = modest.filter((record) => record.lines.length <= SMALL_ORDER)
  const larger = modest
    .filter((record) => record.lines.length > SMALL_ORDER && record.lines.length <= LARGEST_ORDER)
    .sort((a, b) => hash(a.ref) - hash(b.ref))
  const chosen = [...small, ...larger.slice(0, Math.max(SAMPLE_SIZE - small.length, 0))]
    .slice(-SAMPLE_SIZE)
    .sort((a, b) => (b.age ?? 0) - (a.age ?? 0))
  // The sample ends with its own last order, not with the file's.
  const youngest = chosen.at(-1)?.age ?? 0
  return chosen.map((record) => ({ ...record, age: (record.age ?? 0) - youngest }))
}

/** Reads orders in the line-JSON form, plain or gzipped; a line that doesn't fit says where it is. */
export async function* readOrderRecords(path: string): AsyncGenerator<OrderRecord> {
  const file = createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  file.on('error', (error) => input.destroy(error))
  let number = 0
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number++
    if (line.trim() !== '') yield parseOrderRecord(line, number)
  }
}

export function parseOrderRecord(line: string, number: number): OrderRecord {
  try {
    return orderRecordSchema.parse(JSON.parse(line))
  } catch (error) {
    throw new BadRecord(`line ${number}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
