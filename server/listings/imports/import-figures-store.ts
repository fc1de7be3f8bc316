/** Figures of an import: how many rows stand how, which fields they change, and what is wrong with them. */
import { sql } from 'kysely'
import type { ProblemGroup } from '../../../model/import.ts'
import type { Tx } from '../../db/database.ts'

export type ImportKey = { ownerId: string; importId: number }

export type RowState = 'new' | 'change' | 'same' | 'error' | 'done' | 'left' | 'undone'

export type ImportSummary = {
  change: number
  same: number
  error: number
  done: number
  left: number
  undone: number
  fields: Record<string, number>
  problems: Partial<Record<ProblemGroup, number>>
  /** Rows with a price far off the present one; missing in imports from before it was counted. */
  far_prices?: { rows: number; first: number[] }
}

const mostNamed = 20

export async function readSummary(tx: Tx, { ownerId, importId }: ImportKey): Promise<ImportSummary> {
  const { rows } = await sql<{
    states: Partial<Record<RowState, number>>
    fields: Record<string, number> | null
    groups: ImportSummary['problems'] | null
    far: number[] | null
  }>`
    select
      (select coalesce(json_object_agg(state, n), '{}') from (select state, count(*)::int as n from import_rows
        where owner_id = ${ownerId} and import_id = ${importId} group by state) s) as states,
      (select json_object_agg(field, n) from (select split_part(f, ':', 1) as field, count(distinct r.number)::int as n from import_rows r
        cross join lateral unnest(r.fields) f
        where r.owner_id = ${ownerId} and r.import_id = ${importId} and r.state <> 'error' group by 1) f) as fields,
      (select json_object_agg(problem_group, n) from (select problem_group, count(*)::int as n from import_rows
        where owner_id = ${ownerId} and import_id = ${importId} and problem_group is not null group by 1) g) as groups,
      (select json_agg(number order by number) from import_rows
        where owner_id = ${ownerId} and import_id = ${importId} and 'price:far' = any(fields) and state <> 'error') as far`.execute(
    tx,
  )
  const { states = {}, fields, groups, far } = rows[0] ?? {}
  const of = (state: RowState) => states[state] ?? 0
  return {
    change: of('change'),
    same: of('same'),
    error: of('error'),
    done: of('done'),
    left: of('left'),
    undone: of('undone'),
    fields: fields ?? {},
    problems: groups ?? {},
    far_prices: { rows: far?.length ?? 0, first: far?.slice(0, mostNamed) ?? [] },
  }
}
