/** Reads how PostgreSQL itself parsed a statement, from the tree that it keeps of a function's body. */
import type { ClientBase } from 'pg'

export type TreeNode = { type: string; fields: Map<string, TreeValue> }
export type TreeValue = string | TreeNode | TreeValue[]

const isTreeNode = (value: TreeValue): value is TreeNode => typeof value === 'object' && !Array.isArray(value)

/** `{QUERY :commandType 2 :rtable ({RTE :relid 1 …}) …}` */
export function parseTree(text: string): TreeValue {
  const tokens = text.match(/[{}()]|"(?:[^"\\]|\\.)*"|(?:[^\s{}()\\]|\\.)+/g) ?? []
  let at = 0
  function value(): TreeValue {
    const token = tokens[at++] ?? ''
    if (token === '(') {
      const list: TreeValue[] = []
      while (at < tokens.length && tokens[at] !== ')') list.push(value())
      at++
      return list
    }
    if (token !== '{') return token
    const node: TreeNode = { type: tokens[at++] ?? '', fields: new Map() }
    let name = ''
    while (at < tokens.length && tokens[at] !== '}') {
      const next = tokens[at]
      if (next?.startsWith(':')) {
        name = next.slice(1)
        at++
        continue
      }
      const read = value()
      // A constant is written in several words; of no other field are the later ones wanted.
      if (!node.fields.has(name)) node.fields.set(name, read)
    }
    at++
    return node
  }
  return value()
}

/** Lists all nodes of a field, or of the whole tree. */
export function within(value: TreeValue | undefined): TreeNode[] {
  if (value === undefined || typeof value === 'string') return []
  if (Array.isArray(value)) return value.flatMap(within)
  return [value, ...[...value.fields.values()].flatMap(within)]
}

export function nodesOf(value: TreeValue | undefined): TreeNode[] {
  return Array.isArray(value) ? value.filter(isTreeNode) : []
}

export function nodeOf(value: TreeValue | undefined): TreeNode | undefined {
  return value !== undefined && isTreeNode(value) ? value : undefined
}

export function numberOf(node: TreeNode | undefined, field: string): number {
  return Number(node?.fields.get(field) ?? 0)
}

/** Lists the nodes of this query without those of the queries within it. */
export function ownNodes(value: TreeValue | undefined): TreeNode[] {
  if (value === undefined || typeof value === 'string') return []
  if (Array.isArray(value)) return value.flatMap(ownNodes)
  if (value.type === 'QUERY') return []
  return [value, ...[...value.fields.values()].flatMap(ownNodes)]
}

/** Throws when PostgreSQL does not take the statement. `types` are those of its columns. */
export async function readQuery(
  client: ClientBase,
  text: string,
): Promise<{ tree: TreeValue; types: string[] }> {
  await client.query('begin')
  try {
    await client.query(`prepare judged as ${text}`)
    const { rows } = await client.query<{ given: string[]; types: string[] | null }>(
      `select parameter_types::text[] as given, result_types::text[] as types
       from pg_prepared_statements where name = 'judged'`,
    )
    await client.query('deallocate judged')
    await client.query(
      `create function judged(${rows[0]?.given.join(', ')}) returns void language sql begin atomic ${text}\n; end`,
    )
    const body = await client.query<{ tree: string }>(
      `select prosqlbody::text as tree from pg_proc where proname = 'judged'`,
    )
    return { tree: parseTree(body.rows[0]?.tree ?? ''), types: rows[0]?.types ?? [] }
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}
