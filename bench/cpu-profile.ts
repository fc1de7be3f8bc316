/** Sums a V8 CPU profile of the worker into the kinds of work that a first sync consists of. */
import type { Table } from './report.ts'

export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

type Kind =
  | 'HTTP and JSON.parse'
  | 'checking'
  | 'mapping'
  | 'preparing rows (digests, search terms, SQL text)'
  | 'talking to PostgreSQL'
  | 'garbage collection'
  | 'waiting'
  | 'starting up and the rest'

/** Each sample counts for the innermost frame that tells what it is about; a frame that tells nothing asks its caller. */
export function summarizeProfile({ nodes, samples, timeDeltas }: CpuProfile): Table['rows'] {
  const parents = new Map<number, number>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node.id)
  const kinds = new Map<number, Kind>()
  function kindOfNode(id: number): Kind {
    const known = kinds.get(id)
    if (known) return known
    const frame = byId.get(id)?.callFrame
    const parent = parents.get(id)
    const own = frame && kindOf(frame.functionName, frame.url)
    const kind = own ?? (parent === undefined ? 'starting up and the rest' : kindOfNode(parent))
    kinds.set(id, kind)
    return kind
  }
  const sums = new Map<Kind, number>()
  for (const [at, id] of samples.entries()) {
    const kind = kindOfNode(id)
    sums.set(kind, (sums.get(kind) ?? 0) + (timeDeltas[at] ?? 0) / 1000)
  }
  const work = [...sums].filter(([kind]) => kind !== 'waiting').reduce((sum, [, ms]) => sum + ms, 0)
  return [...sums]
    .toSorted((a, b) => b[1] - a[1])
    .map(([kind, ms]) => [kind, ms, kind === 'waiting' ? undefined : (ms / work) * 100])
}

/** Parts of the addresses of our own files, by what is done there; the first that fits counts. */
const ours: [Kind, string[]][] = [
  ['mapping', ['connectors/channels/']],
  ['HTTP and JSON.parse', ['connectors/http.ts']],
  [
    'preparing rows (digests, search terms, SQL text)',
    ['-intake-store.ts', 'order-terms.ts', 'model/', 'order-counts-store.ts', 'calendar.ts'],
  ],
  ['talking to PostgreSQL', ['sync-store.ts', 'server/db/database.ts']],
]
export const kindFiles = ours.flatMap(([, parts]) => parts)

const others: [Kind, string[]][] = [
  ['checking', ['/node_modules/zod/']],
  ['HTTP and JSON.parse', ['node:internal/deps/undici', 'node:_http']],
  ['talking to PostgreSQL', ['/node_modules/pg', '/node_modules/kysely']],
]

function kindOf(name: string, url: string): Kind | undefined {
  if (name === '(idle)') return 'waiting'
  if (name === '(garbage collector)') return 'garbage collection'
  const kinds = url.includes('/node_modules/') || url.startsWith('node:') ? others : ours
  return kinds.find(([, parts]) => parts.some((part) => url.includes(part)))?.[0]
}
