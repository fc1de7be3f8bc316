/** The columns that a statement returns: name, type, and whether null may be among the values, as far as PostgreSQL's tree tells. */
import type { ClientBase } from 'pg'
import {
  nodeOf,
  nodesOf,
  numberOf,
  ownNodes,
  readQuery,
  within,
  type TreeNode,
  type TreeValue,
} from './sql-tree.ts'

/** `unknown`: it depends on more than the tables' columns. */
export type Nullability = 'never' | 'maybe' | 'unknown'
export type ResultColumn = { name: string; type: string; null: Nullability }

/** By table and the place of the column: true when null is refused. */
type Columns = Map<string, boolean>

const kinds = { relation: 0, subquery: 1 }
const counts = [2147, 2803]
const sublinks = { exists: 0, value: 4 }

export async function readColumns(client: ClientBase): Promise<Columns> {
  const { rows } = await client.query<{ table: number; place: number; isRequired: boolean }>(
    `select attrelid::int as table, attnum::int as place, attnotnull as "isRequired"
     from pg_attribute a join pg_class c on c.oid = a.attrelid where attnum > 0 and relkind in ('r', 'p')`,
  )
  return new Map(rows.map(({ table, place, isRequired }) => [`${table}.${place}`, isRequired]))
}

/** Undefined: the statement returns no rows. */
export async function resultColumns(
  client: ClientBase,
  columns: Columns,
  text: string,
): Promise<ResultColumn[] | undefined> {
  const { tree, types } = await readQuery(client, text)
  const [query] = within(tree).filter(({ type }) => type === 'QUERY')
  if (!query || types.length === 0) return undefined
  return entriesOf(query).map((entry, at) => ({
    name: textOf(entry.fields.get('resname')),
    type: types[at] ?? '',
    null: nullability(query, nodeOf(entry.fields.get('expr')), columns),
  }))
}

const textOf = (value: TreeValue | undefined) => (typeof value === 'string' ? value : '')

function entriesOf(query: TreeNode): TreeNode[] {
  const returned = nodesOf(query.fields.get('returningList'))
  const entries = returned.length > 0 ? returned : nodesOf(query.fields.get('targetList'))
  return entries.filter((entry) => entry.fields.get('resjunk') !== 'true')
}

function nullability(query: TreeNode, node: TreeNode | undefined, columns: Columns): Nullability {
  const of = (value: TreeValue | undefined) => nullability(query, nodeOf(value), columns)
  if (!node) return 'unknown'
  switch (node.type) {
    case 'VAR':
      return ofColumn(query, node, columns)
    case 'CONST':
      return node.fields.get('constisnull') === 'true' ? 'maybe' : 'never'
    case 'NULLTEST':
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
      return 'never'
    case 'RELABELTYPE':
    case 'COERCEVIAIO':
      return of(node.fields.get('arg'))
    case 'COALESCEEXPR':
      return nodesOf(node.fields.get('args')).some((one) => of(one) === 'never') ? 'never' : 'unknown'
    case 'AGGREF':
      return counts.includes(numberOf(node, 'aggfnoid')) ? 'never' : 'unknown'
    case 'SUBLINK':
      return ofSubselect(node, columns)
    case 'CASEEXPR': {
      const results = nodesOf(node.fields.get('args')).map((one) => of(one.fields.get('result')))
      const all = [...results, of(node.fields.get('defresult'))]
      return all.every((one) => one === 'never') ? 'never' : all.includes('maybe') ? 'maybe' : 'unknown'
    }
    default:
      return 'unknown'
  }
}

/** A subselect that adds up has a row always; whether any other one has, its tables know. */
function ofSubselect(node: TreeNode, columns: Columns): Nullability {
  const inner = nodeOf(node.fields.get('subselect'))
  const [entry] = inner ? entriesOf(inner) : []
  if (numberOf(node, 'subLinkType') === sublinks.exists) return 'never'
  if (!inner || numberOf(node, 'subLinkType') !== sublinks.value) return 'unknown'
  const addsUp =
    inner.fields.get('hasAggs') === 'true' && nodesOf(inner.fields.get('groupClause')).length === 0
  const found = nullability(inner, nodeOf(entry?.fields.get('expr')), columns)
  return addsUp || found === 'maybe' ? found : 'unknown'
}

function ofColumn(query: TreeNode, node: TreeNode, columns: Columns): Nullability {
  const table = nodesOf(query.fields.get('rtable'))[numberOf(node, 'varno') - 1]
  const place = numberOf(node, 'varattno')
  // An outer join leaves it out where there is no row.
  if (table && bitsOf(node.fields.get('varnullingrels')).length > 0) return 'maybe'
  const grouped = nodesOf(table?.fields.get('groupexprs'))[place - 1]
  if (grouped) return nullability(query, grouped, columns)
  if (numberOf(table, 'rtekind') === kinds.subquery) {
    const inner = nodeOf(table?.fields.get('subquery'))
    const entry = inner && nodesOf(inner.fields.get('targetList'))[place - 1]
    if (!inner || nodeOf(inner.fields.get('setOperations'))) return 'unknown'
    const found = nullability(inner, nodeOf(entry?.fields.get('expr')), columns)
    return found === 'maybe' && isRestricted(query, node) ? 'unknown' : found
  }
  if (!table || numberOf(table, 'rtekind') !== kinds.relation) return 'unknown'
  const isRequired = columns.get(`${numberOf(table, 'relid')}.${place}`)
  if (isRequired === undefined) return 'unknown'
  if (isRequired) return 'never'
  return isRestricted(query, node) || isWritten(query, node) ? 'unknown' : 'maybe'
}

const bitsOf = (value: TreeValue | undefined) => (Array.isArray(value) ? value.slice(1) : [])

/** A condition on a column may leave its nulls out. */
function isRestricted(query: TreeNode, column: TreeNode): boolean {
  return ownNodes(query.fields.get('jointree')).some(
    (node) =>
      node.type === 'VAR' &&
      ['varno', 'varattno'].every((field) => numberOf(node, field) === numberOf(column, field)),
  )
}

/** The statement itself gives the column its value. */
function isWritten(query: TreeNode, column: TreeNode): boolean {
  return (
    numberOf(query, 'resultRelation') === numberOf(column, 'varno') &&
    nodesOf(query.fields.get('targetList')).some(
      (entry) => numberOf(entry, 'resno') === numberOf(column, 'varattno'),
    )
  )
}
