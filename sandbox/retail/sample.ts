import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { BadRecord, orderRecordSchema, type OrderRecord } from '../kit/order-record.ts'

export const SAMPLE_PATH = fileURLToPath(new URL('orders.jsonl.gz', import.meta.url))

/** Reads the retail sample, or each `sampleStep`-th order of it. */
export const readSample = ({ sampleStep }: { sampleStep?: number }): AsyncGenerator<OrderRecord> =>
  readOrderRecords(SAMPLE_PATH, sampleStep)

/** Reads orders in the line-JSON form, plain or gzipped; a line that doesn't fit says where it is. */
export async function* readOrderRecords(path: string, step = 1): AsyncGenerator<OrderRecord> {
  const file = createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  file.on('error', (error) => input.destroy(error))
  let number = 0
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number++
    if (number % step === 0 && line.trim() !== '') yield parseOrderRecord(line, number)
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
