/** The SQL in the sources, found by parsing them: what is put together there is put together here, values become `$1`, `$2` … */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { parseSync } from 'vite'
import { orderStatuses, orderStatusIds } from '../../model/order-status.ts'

export type SqlStatement = { path: string; line: number; text: string }

type Node = { type: string; start: number; end: number } & Record<string, unknown>
/** The arguments of the function that is looked into. */
type Given = Map<string, Node>
type Module = {
  path: string
  source: string
  body: Node
  names: Map<string, Node>
  imports: Map<string, string>
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const verbs = /^\s*(with|select|insert|update|delete|declare)\s/i
const modules = new Map<string, Module>()

function children(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

function descendants(node: Node): Node[] {
  return [node, ...children(node).flatMap(descendants)]
}

function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const source = readFileSync(path, 'utf8')
  const body = parseSync(path, source).program as unknown as Node
  const found: Module = { path, source, body, names: new Map(), imports: new Map() }
  for (const node of descendants(body)) {
    const id = node.id as Node | undefined
    if (node.type === 'VariableDeclarator' && id?.type === 'Identifier' && isNode(node.init))
      found.names.set(String(id.name), node.init)
    if (node.type === 'FunctionDeclaration' && id) found.names.set(String(id.name), node)
    if (node.type === 'ImportDeclaration') {
      const from = String((node.source as Node).value)
      if (from.startsWith('.'))
        for (const one of node.specifiers as Node[])
          found.imports.set(String((one.local as Node).name), join(dirname(path), from))
    }
  }
  modules.set(path, found)
  return found
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? String(node.name) : undefined)
const isSql = (node: Node) => node.type === 'TaggedTemplateExpression' && nameOf(node.tag as Node) === 'sql'
const isCallOf = (node: Node, method: string) =>
  node.type === 'CallExpression' &&
  (node.callee as Node).type === 'MemberExpression' &&
  nameOf((node.callee as Node).object as Node) === 'sql' &&
  nameOf((node.callee as Node).property as Node) === method

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
    if (node.type === 'CallExpression') return named(module, node.callee as Node, all ?? [], given)
    return named(module, node, [], given)
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
    if (meant?.type !== 'CallExpression') return '?'
    // Put together from the statuses of an order.
    const source = module.source.slice(meant.start, meant.end)
    return String(runInNewContext(source, { orderStatuses, orderStatusIds }))
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
    for (const text of texts) found.set(text, { path, line, text })
  }
  return [...found.values()]
}

function textsOf(module: Module, node: Node): string[] {
  if (node.type === 'Literal') return [String(node.value)]
  const template = isSql(node) ? (node.quasi as Node) : node
  if (template.type !== 'TemplateLiteral') return []
  return [createWriter('consequent')(module, template), createWriter('alternate')(module, template)]
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
