import type { PartWriter } from './part-writer.ts'

/** CSV as RFC 4180 has it, in UTF-8 with the mark by which spreadsheets know that. PostgreSQL has written the rows. */
export const csvPart: PartWriter<null> = {
  begin: async ({ columns }) => {
    const head = columns.map(({ title }) => `"${title.replaceAll('"', '""')}"`).join(',')
    return { bytes: Buffer.from(`\uFEFF${head}\r\n`), state: null }
  },
  add: async (state, rows) => ({ bytes: rows, state }),
  end: async () => Buffer.alloc(0),
}
