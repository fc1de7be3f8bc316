import pg from 'pg'

/** CSV as PostgreSQL writes it (lines end with \n), or its own text: cells between tabs, `\N` for nothing, backslashes before what is special. */
export type CopyFormat = { format: 'csv'; quoted: string[] } | { format: 'text' }

/**
 * Within a transaction, the rows of a select as PostgreSQL itself writes them, which costs it and us a third of what rows of values cost. Each is handed
 * over once, as bytes that are only there during the call.
 */
export async function copyRows(
  client: pg.ClientBase,
  select: { text: string; values: unknown[] },
  format: CopyFormat,
  onRow: (row: Buffer) => void,
): Promise<void> {
  const query = withValues(select)
  const quoted = format.format === 'csv' && format.quoted.length > 0
  const options = `format ${format.format}${quoted ? `, force_quote (${format.quoted.join(', ')})` : ''}`
  const text = `copy (${query}) to stdout (${options})`
  await new Promise<void>((resolve, reject) => {
    let failure: Error | undefined
    const copy: pg.Submittable & { callback?: () => void } & Record<
        `handle${string}`,
        (message: { chunk: Buffer } & Error) => void
      > = {
      submit: (connection) => connection.query(text),
      handleCopyData({ chunk }) {
        try {
          if (!failure) onRow(chunk)
        } catch (error) {
          failure = error instanceof Error ? error : new Error(String(error))
        }
      },
      handleCommandComplete() {},
      handleReadyForQuery() {
        // The driver's, of its time limit.
        copy.callback?.()
        if (failure) reject(failure)
        else resolve()
      },
      handleError(error) {
        copy.callback?.()
        reject(error)
      },
    }
    client.query(copy)
  })
}

/** COPY takes no parameters, so they are written into it, each as a quoted literal. */
function withValues({ text, values }: { text: string; values: unknown[] }): string {
  return text.replaceAll(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(element).join(',')}}` : plain(value))
}

function element(value: unknown): string {
  return `"${plain(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function plain(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw new TypeError('a value that COPY is not given yet')
}
