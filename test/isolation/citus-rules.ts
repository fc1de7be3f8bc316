/**
 * Finds what Citus refuses, or runs on other machines than the owner's, without a cluster: PostgreSQL parses the statement,
 * and the tree is checked against the rules. Tenant tables are those behind row-level security, and the search terms.
 */
import type { ClientBase } from 'pg'
import { nodeOf, nodesOf, numberOf, ownNodes, readQuery, within, type TreeNode } from './sql-tree.ts'

export type Rules = {
  /** Throws when PostgreSQL does not take the statement. */
  faultsOf(text: string): Promise<string[]>
}

type Catalogue = {
  /** The place of owner_id in each tenant table. */
  owners: Map<number, { name: string; place: number }>
  volatility: Map<number, string>
  /** Types whose text depends on the session, such as a moment's on its time zone. */
  unsteadyTypes: Set<number>
}

const commands = { update: 2, insert: 3, delete: 4 }
const kinds = { relation: 0, subquery: 1 }
const uuidEquals = 2956

export async function readRules(client: ClientBase): Promise<Rules> {
  const catalogue = await readCatalogue(client)
  return {
    async faultsOf(text) {
      const { tree } = await readQuery(client, text)
      const queries = within(tree).filter(({ type }) => type === 'QUERY')
      if (queries.length === 0) throw new Error(`no tree of ${text}`)
      return [...new Set(queries.flatMap((query) => judge(query, catalogue)))]
    },
  }
}

async function readCatalogue(client: ClientBase): Promise<Catalogue> {
  const owners = await client.query<{ id: number; name: string; place: number }>(
    `select c.oid::int as id, c.relname as name, a.attnum as place from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (c.relrowsecurity or c.relname in ('order_search', 'product_search', 'sku_search', 'customer_search'))`,
  )
  const functions = await client.query<{ id: number; volatility: string }>(
    'select oid::int as id, provolatile as volatility from pg_proc',
  )
  const types = await client.query<{ id: number }>(
    `select t.oid::int as id from pg_type t join pg_proc i on i.oid = t.typinput join pg_proc o on o.oid = t.typoutput
     where i.provolatile <> 'i' or o.provolatile <> 'i'`,
  )
  return {
    owners: new Map(owners.rows.map(({ id, ...table }) => [id, table])),
    volatility: new Map(functions.rows.map(({ id, volatility }) => [id, volatility])),
    unsteadyTypes: new Set(types.rows.map(({ id }) => id)),
  }
}

function judge(query: TreeNode, catalogue: Catalogue): string[] {
  const tables = nodesOf(query.fields.get('rtable'))
  const target = tables[numberOf(query, 'resultRelation') - 1]
  const changed = target && catalogue.owners.get(numberOf(target, 'relid'))
  const command = numberOf(query, 'commandType')
  const faults = withoutOwner(query, tables, catalogue)
  if (!changed) return faults
  if (command === commands.insert) return [...faults, ...judgeInsert(query, tables, changed.place, catalogue)]
  return [...faults, ...judgeChange(query, catalogue)]
}

/** An UPDATE or DELETE. */
function judgeChange(query: TreeNode, catalogue: Catalogue): string[] {
  const nodes = [...ownNodes(query.fields.get('targetList')), ...ownNodes(query.fields.get('jointree'))]
  return nodes.flatMap((node) => {
    const hasColumn = within(node).some(({ type }) => type === 'VAR')
    if (steadiness(node, catalogue) === 'v') return ['a volatile function in UPDATE or DELETE']
    if (steadiness(node, catalogue) === 's' && hasColumn)
      return ['a STABLE function of a column in UPDATE or DELETE']
    if (node.type === 'CASEEXPR' && nodeOf(node.fields.get('arg')))
      return ['a simple CASE in UPDATE or DELETE']
    const isChoice = /^(CASE|COALESCE)/.test(node.type)
    if (isChoice && ownNodes([node]).some((one) => steadiness(one, catalogue) !== 'i'))
      return ['a function that is not IMMUTABLE within CASE or COALESCE of UPDATE or DELETE']
    return []
  })
}

function judgeInsert(query: TreeNode, tables: TreeNode[], place: number, catalogue: Catalogue): string[] {
  const faults: string[] = []
  const conflict = nodeOf(query.fields.get('onConflict'))
  const entries = nodesOf(query.fields.get('targetList'))
  if (ownNodes(conflict).some((node) => steadiness(node, catalogue) !== 'i'))
    faults.push('a function that is not IMMUTABLE in DO UPDATE')
  if ([...ownNodes(entries), ...ownNodes(conflict)].some(({ type }) => type === 'SUBLINK'))
    faults.push('a subselect within INSERT')
  const owner = nodeOf(entries.find((entry) => numberOf(entry, 'resno') === place)?.fields.get('expr'))
  const source =
    tables[numberOf(owner, 'varno') - 1] ?? tables.find((one) => numberOf(one, 'rtekind') === kinds.subquery)
  const subquery = nodeOf(source?.fields.get('subquery'))
  const isSelect = subquery !== undefined && numberOf(source, 'rtekind') === kinds.subquery
  const selected = nodesOf(subquery?.fields.get('targetList'))[numberOf(owner, 'varattno') - 1]
  const isOfTable = nodeOf(selected?.fields.get('expr'))?.type === 'VAR'
  if (isSelect && !isOfTable && !conflict && nodesOf(query.fields.get('returningList')).length === 0)
    faults.push('INSERT from SELECT with neither ON CONFLICT nor RETURNING')
  return faults
}

/** Tenant tables that are compared with no owner. */
function withoutOwner(query: TreeNode, tables: TreeNode[], { owners }: Catalogue): string[] {
  const compared = ownNodes(query.fields.get('jointree'))
    .filter((node) => numberOf(node, 'opfuncid') === uuidEquals)
    .map((node) => nodesOf(node.fields.get('args')))
  // The table that rows go into, and `excluded`, which stands for them.
  const inserted =
    numberOf(query, 'commandType') === commands.insert
      ? [numberOf(query, 'resultRelation'), numberOf(nodeOf(query.fields.get('onConflict')), 'exclRelIndex')]
      : []
  return tables.flatMap((table, at) => {
    const owner = owners.get(numberOf(table, 'relid'))
    if (!owner || numberOf(table, 'rtekind') !== kinds.relation) return []
    const isInserted = inserted.includes(at + 1)
    const isOwner = (node: TreeNode) =>
      node.type === 'VAR' &&
      numberOf(node, 'varno') === at + 1 &&
      numberOf(node, 'varattno') === owner.place &&
      numberOf(node, 'varlevelsup') === 0
    return isInserted || compared.some((sides) => sides.some(isOwner) && !sides.some(isOfOuterQuery))
      ? []
      : [`${owner.name} without its owner`]
  })
}

/** Citus looks for the owner's node by the query itself: a subquery that takes the owner of the one around it runs on all of them. */
const isOfOuterQuery = (node: TreeNode) => node.type === 'VAR' && numberOf(node, 'varlevelsup') > 0

function steadiness(node: TreeNode, { volatility, unsteadyTypes }: Catalogue): string {
  if (node.type === 'SQLVALUEFUNCTION') return 's'
  if (node.type === 'COERCEVIAIO') {
    const argument = nodeOf(node.fields.get('arg'))
    const from = [...(argument?.fields ?? [])].find(([name]) =>
      /^(vartype|\w*resulttype|consttype|paramtype)$/.test(name),
    )
    return [numberOf(node, 'resulttype'), Number(from?.[1] ?? 0)].some((type) => unsteadyTypes.has(type))
      ? 's'
      : 'i'
  }
  const called = numberOf(node, 'funcid') || numberOf(node, 'opfuncid')
  return called === 0 ? 'i' : (volatility.get(called) ?? 'i')
}
