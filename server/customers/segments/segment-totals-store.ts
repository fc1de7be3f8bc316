/**
 * Numbers of persons in segments of rules, of a whole list at once. Rules that an index answers are counted by it, and all others in one
 * scan of the customers; a set of buyers that several segments ask for is read once.
 */
import type { SegmentRule } from '../../../model/segment.ts'
import type { Database } from '../../db/database.ts'
import { Statement } from '../../db/statement.ts'
import { aloneParts, isFirst, personParts, type PersonParts } from '../persons/person-parts-store.ts'
import { isOfPersons, joinedByGroups, personOf, personsOf, ruleCondition } from './rule-conditions-store.ts'
import { fittingOne, onlyFigure, type Asked } from './segment-count-store.ts'

/** Segments of a statement: its plan and its time stay those of a page. */
const mostAtOnce = 20

type Ruled = { id: number; rules: SegmentRule[] }

/** Totals by the segment's id. */
export async function countRuled(
  db: Database,
  asked: Omit<Asked, 'rules'>,
  segments: Ruled[],
): Promise<Map<number, number>> {
  const totals = new Map<number, number>()
  for (let at = 0; at < segments.length; at += mostAtOnce)
    for (const { id, total } of await countSome(db, asked, segments.slice(at, at + mostAtOnce)))
      totals.set(id, total)
  return totals
}

async function countSome(
  db: Database,
  asked: Omit<Asked, 'rules'>,
  segments: Ruled[],
): Promise<{ id: number; total: number }[]> {
  const { ownerId, shops, visible } = asked
  const statement = new Statement(ownerId)
  const person = personParts(statement, visible)
  const byIndex: string[] = []
  const scanned: Ruled[] = []
  for (const segment of segments) {
    const only = onlyFigure(segment.rules, shops)
    if (only)
      byIndex.push(
        `select ${place(statement, segment.id)} as id, ${fittingOne(statement, asked, only)} as total`,
      )
    else scanned.push(segment)
  }
  if (scanned.length === 0) return ask(db, ownerId, statement.finish(byIndex.join(' union all ')))

  // Joined, a set of buyers is hashed once and may spill to disk.
  const sets = new Map<string, { name: string; isWithout: boolean }>()
  const setOf = (rule: SegmentRule) => {
    if (!isOfPersons(rule)) return undefined
    const { joined: _, ...alone } = rule
    const key = JSON.stringify(alone)
    const known = sets.get(key)
    if (known) return known
    const { persons, isWithout } = personsOf(statement, rule, { ...asked, person })
    const set = { name: `r${sets.size}`, isWithout }
    statement.with(`${set.name} as materialized (${persons})`)
    sets.set(key, set)
    return set
  }
  for (const rule of scanned.flatMap(({ rules }) => rules)) setOf(rule)
  const joins = [...sets.values()].map(({ name }) => `left join ${name} on ${name}.person = ${personOf('c')}`)
  const listed = shops && `${statement.value(shops)}::bigint[]`
  const ofShops = listed ? ` and c.shop_id = any(${listed})` : ''
  const counts = (name: string, which: string, parts: PersonParts) => {
    const columns = scanned.map(({ rules }, at) => {
      const conditions = rules.map((rule) => {
        const set = setOf(rule)
        return set
          ? `${set.name}.person is ${set.isWithout ? '' : 'not '}null`
          : ruleCondition(statement, rule, { ...asked, person: parts })
      })
      return `count(*) filter (where ${joinedByGroups(rules, conditions).join(' and ')}) as n${at}`
    })
    statement.with(`${name} as (select ${columns.join(', ')}
      from customers c ${joins.join(' ')} where c.owner_id = $1 and ${which}${ofShops})`)
  }
  counts('alone', 'c.person_id is null', aloneParts)
  counts('merged', `c.person_id is not null and ${isFirst(listed)}`, person)
  const byScan = scanned.map(
    ({ id }, at) =>
      `select ${place(statement, id)} as id, (a.n${at} + m.n${at})::int as total from alone a, merged m`,
  )
  return ask(db, ownerId, statement.finish([...byIndex, ...byScan].join(' union all ')))
}

const place = (statement: Statement, id: number) => `${statement.value(id)}::bigint`

const ask = (db: Database, ownerId: string, statement: ReturnType<Statement['finish']>) =>
  db.hotRead<{ id: number; total: number }>(ownerId, statement)
