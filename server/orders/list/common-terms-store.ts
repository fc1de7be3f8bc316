/**
 * How many orders of an account a very common keyword finds, from PostgreSQL's statistics of the search terms: counting tens of thousands
 * of hits takes twenty times as long as showing the newest of them. ANALYZE keeps the statistics; Citus has none on its coordinator.
 */
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

type CommonTerm = { term: string; orders: number }

const keptMs = 10 * 60_000
const read = new WeakMap<Database, { at: number; terms: Promise<CommonTerm[]> }>()

/** At least about as many orders have the keyword; undefined for one that is not common, and for one of several words. */
export async function estimateHits(db: Database, terms: string): Promise<number | undefined> {
  if (terms.includes(' & ')) return undefined
  const wanted = [...terms.matchAll(/'([^']+)'(:\*)?/g)].map(([, term = '', prefix]) =>
    prefix ? (one: string) => one.startsWith(term) : (one: string) => one === term,
  )
  const found = (await commonTerms(db)).filter(({ term }) => wanted.some((fits) => fits(term)))
  return found.length > 0 ? Math.max(...found.map(({ orders }) => orders)) : undefined
}

function commonTerms(db: Database): Promise<CommonTerm[]> {
  const kept = read.get(db)
  if (kept && Date.now() - kept.at < keptMs) return kept.terms
  const terms = readStatistics(db)
  read.set(db, { at: Date.now(), terms })
  // Asked again by the next search.
  terms.catch(() => read.delete(db))
  return terms
}

async function readStatistics(db: Database): Promise<CommonTerm[]> {
  const { rows } = await sql<CommonTerm>`select m.term, m.share * c.reltuples as orders
    from pg_class c join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname
    cross join unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) m (term, share)
    where c.oid = 'order_search'::regclass and s.attname = 'terms' and m.term is not null`.execute(db.single)
  return rows
}
