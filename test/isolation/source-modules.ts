/** Sources as parsed modules, and the values of what stands in them unchanging: column lists, and texts put together of them. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { parseSync } from 'vite'
import { columnList, columnName, json, pick } from '../../server/db/column-list.ts'

export type Node = { type: string; start: number; end: number } & Record<string, unknown>
export type Module = {
  path: string
  source: string
  body: Node
  names: Map<string, Node>
  imports: Map<string, string>
}

const modules = new Map<string, Module>()

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
export const nameOf = (node: Node) => (node.type === 'Identifier' ? String(node.name) : undefined)

function children(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

export function descendants(node: Node): Node[] {
  return [node, ...children(node).flatMap(descendants)]
}

export function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const source = readFileSync(path, 'utf8')
  const body = parseSync(path, source).program as unknown as Node
  const found: Module = { path, source, body, names: new Map(), imports: new Map() }
  const ofModule = new Set<unknown>(
    (body.body as Node[]).flatMap((one) => [one, one.declaration].filter(isNode)),
  )
  const declarations = new Set(
    [...ofModule].flatMap((one) => (isNode(one) ? ((one.declarations as Node[]) ?? []) : [])),
  )
  for (const node of descendants(body)) {
    const name = isNode(node.id) && nameOf(node.id)
    const init = node.type === 'FunctionDeclaration' ? node : node.init
    if (name && isNode(init) && /^(VariableDeclarator|FunctionDeclaration)$/.test(node.type))
      // The module's own name goes before one of the same within a function.
      if (!found.names.has(name) || declarations.has(node) || ofModule.has(node)) found.names.set(name, init)
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

const columnLists: Record<string, unknown> = { columnList, columnName, json, pick }

type Scope = ReadonlyMap<string, unknown>
type Callable = (...given: unknown[]) => unknown

/** The value of a constant expression. Throws at what only a running process knows. */
export function valueOf(module: Module, node: Node, scope: Scope = new Map()): unknown {
  const of = (value: unknown): unknown => valueOf(module, value as Node, scope)
  const spread = (nodes: unknown) =>
    (nodes as Node[]).flatMap((one) =>
      one.type === 'SpreadElement' ? (of(one.argument) as unknown[]) : [of(one)],
    )
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return of(node.expression)
    case 'Literal':
      return node.value
    case 'TemplateLiteral': {
      const values = (node.expressions as Node[]).map(of)
      const texts = (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked)
      return texts.map((text, at) => text + (at < values.length ? String(values[at]) : '')).join('')
    }
    case 'ArrayExpression':
      return spread(node.elements)
    case 'ObjectExpression':
      return Object.assign({}, ...(node.properties as Node[]).map((one) => propertyOf(one, of)))
    case 'ConditionalExpression':
      return of(node.test) ? of(node.consequent) : of(node.alternate)
    case 'BinaryExpression':
      if (node.operator === '===') return of(node.left) === of(node.right)
      break
    case 'Identifier':
      return named(module, String(node.name), scope)
    case 'MemberExpression':
      return memberOf(
        of(node.object),
        node.computed ? String(of(node.property)) : nameOf(node.property as Node),
      )
    case 'CallExpression':
      return call(node, of, spread(node.arguments))
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
      return functionOf(module, node, scope)
  }
  throw new Error(`${module.path} knows ${node.type} at run time only`)
}

function propertyOf(node: Node, of: (node: unknown) => unknown): unknown {
  if (node.type === 'SpreadElement') return of(node.argument)
  const key = node.key as Node
  return { [node.computed ? String(of(key)) : (nameOf(key) ?? String(key.value))]: of(node.value) }
}

function memberOf(object: unknown, name: string | undefined): unknown {
  return (object as Record<string, unknown>)[name ?? '']
}

function call(node: Node, of: (node: unknown) => unknown, given: unknown[]): unknown {
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression') return (of(callee) as Callable)(...given)
  const object = of(callee.object)
  return (memberOf(object, nameOf(callee.property as Node)) as Callable).apply(object, given)
}

function functionOf(module: Module, node: Node, scope: Scope): Callable {
  const body = node.body as Node
  const result =
    body.type === 'BlockStatement'
      ? descendants(body).find(({ type }) => type === 'ReturnStatement')?.argument
      : body
  return (...given) => {
    const inner = new Map(scope)
    for (const [at, parameter] of (node.params as Node[]).entries())
      inner.set(nameOf(parameter) ?? '', given[at])
    return valueOf(module, result as Node, inner)
  }
}

function named(module: Module, name: string, scope: Scope): unknown {
  if (scope.has(name)) return scope.get(name)
  if (name === 'sql') return sql
  const from = module.imports.get(name)
  if (from?.endsWith('server/db/column-list.ts')) return columnLists[name]
  const home = from ? moduleAt(from) : module
  const meant = home.names.get(name)
  if (meant) return valueOf(home, meant)
  if (name in globalThis) return globalThis[name as keyof typeof globalThis]
  throw new Error(`${module.path} has no ${name}`)
}
