/** Time zones to choose from: those that both we and the database know, by their IANA names. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Current names of zones that the runtime lists by an outdated name. */
const renamed: Record<string, string> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

export type Timezones = { offered: string[]; isKnown: (name: string) => boolean }

// Reading them goes through some six hundred files of the database's machine.
let known: Promise<Timezones> | undefined

export async function findTimezones(tx: Tx): Promise<Timezones> {
  known ??= readTimezones(tx).catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}

async function readTimezones(tx: Tx): Promise<Timezones> {
  const names = new Set((await listDatabaseTimezones(tx)).filter(isIana))
  const listed = [...Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name), 'UTC']
  return {
    offered: listed.filter((name) => names.has(name)).toSorted(),
    isKnown: (name) => names.has(name),
  }
}

/** No short names such as EST and CET, which the database takes for an hour that is fixed, whatever the season. */
function isIana(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z]\w+\//.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/** Names that the database can tell the time by. */
async function listDatabaseTimezones(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names order by name`.execute(tx)
  return rows.map(({ name }) => name)
}
