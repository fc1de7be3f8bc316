/** The SQL in the sources, found by parsing them: what is put together there is put together here, values become `$1`, `$2` … */
import { globSync } from 'node:fs'
import type { OperationNode } from 'kysely'
import { descendants, isNode, moduleAt, nameOf, valueOf, type Module, type Node } from './source-modules.ts'

export type SqlStatement = {
  path: string
  line: number
  text: string
  /** Where the type of its rows stands in the source, where one is given. */
  row?: { start: number; end: number }
}

/** The arguments of the function that is looked into. */
type Given = Map<string, Node>

/** The files in which SQL may stand. */
export const sqlSources = globSync('server/**/*.ts')
  .filter((path) => /-store\.ts$|^server\/(db|jobs)\//.test(path) && !path.endsWith('.test.ts'))
  .toSorted()

const verbs = /^\s*(with|select|insert|update|delete|declare)\s/i

const isSql = (node: Node) => node.type === 'TaggedTemplateExpression' && nameOf(node.tag as Node) === 'sql'
const isCallOf = (node: Node, method: string) =>
  node.type === 'CallExpression' &&
  (node.callee as Node).type === 'MemberExpression' &&
  nameOf((node.callee as Node).object as Node) === 'sql' &&
  nameOf((node.callee as Node).property as Node) === method

const hasOperationNode = (value: unknown): value is { toOperationNode(): OperationNode } =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value

/** Branch taken of each condition. */
type Branch = 'consequent' | 'alternate'

function createWriter(branch: Branch) {
  let parameters = 0

  function template(module: Module, node: Node, given: Given): string {
    const quasis = (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked)
    const values = node.expressions as Node[]
    return quasis
      .map((text, at) => {
        const value = values[at]
        return text + (value ? (fragment(module, value, given) ?? `$${++parameters}`) : '')
      })
      .join('')
  }

  /** The text of a piece of SQL; undefined of a value. */
  function fragment(module: Module, node: Node | undefined, given: Given): string | undefined {
    if (!node) return undefined
    const all = node.arguments as Node[] | undefined
    if (isSql(node)) return template(module, node.quasi as Node, given)
    if (isCallOf(node, 'raw')) return raw(module, all?.[0], given)
    if (isCallOf(node, 'join')) return fragment(module, all?.[0], given)
    if (node.type === 'ArrayExpression') return fragment(module, (node.elements as Node[])[0], given)
    if (node.type === 'ConditionalExpression') {
      const taken = fragment(module, node[branch] as Node, given)
      const other = fragment(module, node[branch === 'alternate' ? 'consequent' : 'alternate'] as Node, given)
      return taken ?? (other === undefined ? undefined : '')
    }
    const listed = columnListText(module, node)
    if (listed !== undefined) return listed
    if (node.type === 'CallExpression') return named(module, node.callee as Node, all ?? [], given)
    return named(module, node, [], given)
  }

  /** The text of a list of server/db/column-list.ts. */
  function columnListText(module: Module, node: Node): string | undefined {
    const callee = node.type === 'CallExpression' ? (node.callee as Node) : undefined
    const isOfRows = callee?.type === 'MemberExpression' && nameOf(callee.property as Node) === 'records'
    try {
      // The rows are known at run time only, and change nothing of the text.
      const list = valueOf(
        module,
        isOfRows ? { ...node, arguments: [{ ...node, type: 'ArrayExpression', elements: [] }] } : node,
      )
      return hasOperationNode(list) ? textOf(list.toOperationNode()) : undefined
    } catch {
      return undefined
    }
  }

  function textOf(node: OperationNode): string {
    if (node.kind !== 'RawNode') return `$${++parameters}`
    const { sqlFragments, parameters: values } = node as OperationNode & {
      sqlFragments: string[]
      parameters: OperationNode[]
    }
    return sqlFragments
      .map((text, at) => {
        const value = values[at]
        return text + (value ? textOf(value) : '')
      })
      .join('')
  }

  function named(module: Module, node: Node, all: Node[], given: Given): string | undefined {
    const name = nameOf(node)
    if (name === undefined) return undefined
    const from = module.imports.get(name)
    if (from) return named(moduleAt(from), node, all, given)
    const meant = module.names.get(name)
    if (meant?.type !== 'ArrowFunctionExpression' && meant?.type !== 'FunctionDeclaration')
      return meant && fragment(module, meant, given)
    const inner: Given = new Map(given)
    for (const [at, parameter] of (meant.params as Node[]).entries()) {
      const value = all[at]
      if (value) inner.set(nameOf(parameter) ?? '', value)
    }
    const body = meant.body as Node
    if (body.type !== 'BlockStatement') return fragment(module, body, inner)
    const returns = descendants(body).filter(({ type }) => type === 'ReturnStatement')
    const returned = branch === 'consequent' ? returns[0] : returns.at(-1)
    return fragment(module, returned?.argument as Node | undefined, inner)
  }

  function raw(module: Module, node: Node | undefined, given: Given): string {
    const name = node && (nameOf(node) ?? '')
    const meant = name ? (given.get(name) ?? module.names.get(name) ?? node) : node
    if (meant?.type === 'Literal') return String(meant.value)
    if (meant?.type === 'TemplateLiteral') return template(module, meant, given)
    if (meant?.type === 'ConditionalExpression') return raw(module, meant[branch] as Node, given)
    return meant?.type === 'CallExpression' ? String(valueOf(module, meant)) : '?'
  }

  return (module: Module, node: Node) => template(module, node, new Map())
}

/** Each with its conditions true, and again with them false. */
export function findStatements(path: string): SqlStatement[] {
  const module = moduleAt(path)
  const found = new Map<string, SqlStatement>()
  for (const node of descendants(module.body)) {
    const texts = textsOf(module, node).filter((text) => verbs.test(text))
    const line = module.source.slice(0, node.start).split('\n').length
    const given = (node.typeArguments as Node | null)?.params as Node[] | undefined
    const row = given?.[0] && !isGeneric(module, given[0]) && { start: given[0].start, end: given[0].end }
    // The tagged template comes before the plain one within it.
    for (const text of texts) if (!found.has(text)) found.set(text, { path, line, text, ...(row && { row }) })
  }
  return [...found.values()]
}

/** The type names a parameter of the function around it. */
function isGeneric({ body, source }: Module, type: Node): boolean {
  const used: string[] = source.slice(type.start, type.end).match(/\w+/g) ?? []
  return descendants(body)
    .filter((node) => node.start <= type.start && node.end >= type.end && isNode(node.typeParameters))
    .flatMap((node) => (node.typeParameters as Node).params as Node[])
    .some((parameter) => used.includes(nameOf(parameter.name as Node) ?? String(parameter.name)))
}

function textsOf(module: Module, node: Node): string[] {
  if (node.type === 'Literal') return [String(node.value)]
  const template = isSql(node) ? (node.quasi as Node) : node
  if (template.type !== 'TemplateLiteral') return []
  return [createWriter('consequent')(module, template), createWriter('alternate')(module, template)]
}

export type RecordList = {
  path: string
  line: number
  /** Behind the rows. */ end: number
  columns: string[]
}

/** The columns that are read from rows given as JSON, where the statement itself lists them. */
export function findRecordLists(path: string): RecordList[] {
  const { body, source } = moduleAt(path)
  return descendants(body).flatMap((node) => {
    if (node.type !== 'TemplateLiteral') return []
    const quasis = (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked)
    return (node.expressions as Node[]).flatMap((expression, at) => {
      const [, list] = /^::json\)\s+as \w+\(([^)]*)\)/.exec(quasis[at + 1] ?? '') ?? []
      const [rows] = expression.type === 'CallExpression' ? (expression.arguments as Node[]) : []
      if (list === undefined || !rows || !source.startsWith('JSON.stringify(', expression.start)) return []
      const columns = list.split(',').map((column) => column.trim().split(' ')[0]?.replaceAll('"', '') ?? '')
      const line = source.slice(0, rows.end).split('\n').length
      return [{ path, line, end: rows.end, columns }]
    })
  })
}

/** Finds functions that insert from a SELECT and read `numAffectedRows`. */
export function findInsertCounts(path: string): string[] {
  const { body, source } = moduleAt(path)
  const isFunction = ({ type }: Node) => /Function/.test(type)
  return descendants(body)
    .filter((node) => isFunction(node) && !descendants(node).slice(1).some(isFunction))
    .map((node) => source.slice(node.start, node.end))
    .filter((text) => text.includes('numAffectedRows') && /insert into[^`]*\bselect\b/i.test(text))
    .map((text) => `${path}: ${text.slice(0, 60)}`)
}
