/** Features of WordPress's REST API that the routes of all plugins share. */
import type { Reply } from './wire.ts'

/** `Link`: the pages before and after, as lists tell them beside X-WP-TotalPages. */
export function withLinks(reply: Reply, address: URL): Reply {
  const pages = Number(reply.headers?.['x-wp-totalpages'] ?? Number.NaN)
  if (Number.isNaN(pages)) return reply
  const page = Number(address.searchParams.get('page') ?? 1)
  const linkTo = (to: number, rel: string): string => {
    const there = new URL(address)
    there.searchParams.set('page', String(to))
    return `<${there.href}>; rel="${rel}"`
  }
  const links = [
    ...(page > 1 && pages > 0 ? [linkTo(Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [linkTo(page + 1, 'next')] : []),
  ]
  return links.length > 0 ? { ...reply, headers: { ...reply.headers, link: links.join(', ') } } : reply
}

/** `_fields`: the named parts of each row and no others; `billing.email` is a part of a part. */
export function withFields(reply: Reply, names: readonly string[]): Reply {
  if (names.length === 0) return reply
  const paths = names.map((name) => name.split('.'))
  const { body } = reply
  return { ...reply, body: Array.isArray(body) ? body.map((row) => pick(row, paths)) : pick(body, paths) }
}

function pick(value: unknown, paths: readonly string[][]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const wanted = Map.groupBy(paths, ([name = '']) => name)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const rest = wanted.get(name)?.map((path) => path.slice(1))
      if (!rest) return []
      return [[name, rest.some((path) => path.length === 0) ? part : pick(part, rest)]]
    }),
  )
}

const READ = ['GET']
const LIST = ['GET', 'POST']
const ONE = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const BATCH = ['POST', 'PUT', 'PATCH']
const ID = String.raw`(?P<id>[\d]+)`

/** The site's routes below /wc/v3, as its index writes them. */
export const METHODS: readonly [path: string, methods: string[]][] = [
  ...['orders', 'products', 'customers', 'webhooks', 'products/categories'].flatMap(
    (name): [string, string[]][] => [
      [`/${name}`, LIST],
      [`/${name}/${ID}`, ONE],
      [`/${name}/batch`, BATCH],
    ],
  ),
  [`/orders/${ID}/notes`, LIST],
  [`/orders/${ID}/notes/${ID}`, ['GET', 'DELETE']],
  [`/orders/${ID}/refunds`, LIST],
  [`/orders/${ID}/refunds/${ID}`, ['GET', 'DELETE']],
  [`/products/${ID}/variations`, LIST],
  [`/products/${ID}/variations/${ID}`, ONE],
  [`/products/${ID}/variations/batch`, BATCH],
  ['/products/brands', READ],
  ['/products/attributes', READ],
  [`/products/attributes/${ID}/terms`, READ],
  ['/settings/general', READ],
  ['/settings/products', READ],
  ['/system_status', READ],
]

/** OPTIONS: what may be done there. Undefined where there is no route. */
export function describeRoute(path: string): Reply | undefined {
  const written = path.replaceAll(/\/\d+(?=\/|$)/g, () => `/${ID}`)
  const methods = METHODS.find(([route]) => route === written)?.[1]
  if (!methods) return undefined
  const body = { namespace: 'wc/v3', methods, endpoints: [{ methods, args: {} }] }
  return { status: 200, headers: { allow: methods.join(', ') }, body }
}
