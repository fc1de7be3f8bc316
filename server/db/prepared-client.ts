import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement whose text came this often is worth keeping; what is put together from a reader's filters seldom is. */
const timesBefore = 3
const mostSeen = 2000

/**
 * Names for the statements that come again and again, which the driver prepares under them. No more than `most`: PostgreSQL keeps
 * the plan of each on each connection, and readers may put together any number of filters.
 */
export function createStatementNames(most: number): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= most) return known
    const times = (seen.get(text) ?? 0) + 1
    if (times <= timesBefore) {
      if (seen.size >= mostSeen) seen.clear()
      seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    const name = createHash('sha1').update(text).digest('hex')
    names.set(text, name)
    return name
  }
}

const nameOf = createStatementNames(400)

/** A list of numbers as PostgreSQL reads it. The driver takes each for a text that may need quotes, which shows in long lists. */
function withoutNumbers(value: unknown): unknown {
  const isOfNumbers = Array.isArray(value) && value.every((one) => typeof one === 'number')
  return isOfNumbers ? `{${value.join(',')}}` : value
}

/**
 * Prepares by itself the statements that come again and again, so that PostgreSQL parses them, and adds row-level security
 * to them, once per connection. That was half of its work while orders came in.
 */
export class PreparingClient extends pg.Client {
  // The library's own type has a signature per way of calling it; all of them pass through.
  override query = ((...given: unknown[]) => {
    const [text, plain, ...rest] = given
    const values = Array.isArray(plain) ? plain.map(withoutNumbers) : plain
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    const call = super.query.bind(this) as (...all: unknown[]) => unknown
    const answer = name ? call({ name, text, values }, undefined, ...rest) : call(text, values, ...rest)
    return answer instanceof Promise ? answer.catch((error: Error) => this.failed(error)) : answer
  }) as pg.Client['query']

  /** A host that does not answer may be gone: what is sent behind would wait for it too, so the pool gets another connection. */
  private failed(error: Error): never {
    if (error.message === 'Query read timeout') this.connection.stream.destroy()
    throw error
  }
}
