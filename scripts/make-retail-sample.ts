// Makes sandbox/retail/orders.jsonl.gz from the Online Retail file: node scripts/make-retail-sample.ts <file.csv.gz>
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { selectSample, toConsumerSales } from '../sandbox/retail/consumers.ts'
import { readInvoices, toOrderRecords } from '../sandbox/retail/invoices.ts'
import { SAMPLE_PATH } from '../sandbox/retail/sample.ts'

const path = process.argv[2]
if (path === undefined) {
  console.error('usage: node scripts/make-retail-sample.ts <online_retail.csv or .csv.gz>')
  process.exit(1)
}
const records = toOrderRecords(await readInvoices(path), toConsumerSales)
const sample = selectSample(records)
const bytes = gzipSync(sample.map((record) => `${JSON.stringify(record)}\n`).join(''), { level: 9 })
// The operating system's mark in the gzip header would make the file differ between machines.
bytes[9] = 255
writeFileSync(SAMPLE_PATH, bytes)
const count = (outcome: string): number => sample.filter((record) => record.outcome === outcome).length
console.log(
  `${sample.length} of ${records.length} orders, ${sample.reduce((sum, record) => sum + record.lines.length, 0)} lines, ` +
    `${count('CANCELLED')} cancelled, ${count('TO_RETURN')} returned, ${bytes.length} bytes`,
)
