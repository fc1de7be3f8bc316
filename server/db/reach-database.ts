import { Client } from 'pg'
import { ConfigError } from '../config/config-error.ts'
import { OperatorError } from '../config/operator-error.ts'

/** One line that names the place, never the password. */
export class DatabaseUnreachable extends OperatorError {
  constructor(url: string, cause: unknown) {
    super(
      `The database at ${placeOf(url)} cannot be used (${reasonOf(cause)}): check DATABASE_URL and that it runs.`,
      { cause },
    )
  }
}

/** For the start of a process: better one clear line now than an error at the first request. */
export async function reachDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    throw new DatabaseUnreachable(url, error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Throws ConfigError for a role that PostgreSQL lets past row-level security: tenants would be isolated by their filter alone. */
export async function requireBoundRole(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ role: string }>(
      'select rolname as role from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)',
    )
    const [free] = rows
    if (free)
      throw new ConfigError([
        `DATABASE_URL signs in as "${free.role}", which row-level security does not bind: give a role of the console's own, with "alter role ... nosuperuser nobypassrls".`,
      ])
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * True for what a statement throws when the server is down, starting, stopping, out of connections, of memory or of disk, or when it
 * only reads, as one does after another took over. All of it passes once somebody has seen to the server.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|57P|53[0-3]00|58030|25006|ECONN|EPIPE)/.test(code) ||
    /connection terminated|terminating connection|not queryable|timeout exceeded|timeout expired/i.test(
      error.message,
    )
  )
}

/** True for what passes by itself: the server is away, or two transactions were in each other's way. */
export function isWorthRepeating(error: unknown): boolean {
  return isDatabaseAway(error) || sqlStateOf(error).startsWith('40')
}

/**
 * True for what PostgreSQL refuses because of the values: of no column's kind or size (22, 54), against a constraint (23), or two of one
 * row (21).
 */
export function isRefusedValue(error: unknown): error is Error {
  return /^(21|22|23|54)/.test(sqlStateOf(error))
}

/** True for what PostgreSQL refuses because there is a row of this kind already, which another transaction may have just committed. */
export function isDuplicate(error: unknown): boolean {
  return sqlStateOf(error) === '23505'
}

function sqlStateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[0-9A-Z]{5}$/.test(code) ? code : ''
}

/** True for what a statement throws that took too long, or waited too long for a lock. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(57014|55P03|25P03)$/.test(code) || error.message === 'Query read timeout'
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  // Several addresses of one name fail as a group, whose own message is empty.
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ')
  return cause.message
}
