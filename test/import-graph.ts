/** Which file imports which, types included. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export type ImportGraph = ReadonlyMap<string, string[]>

/** @param isLazyLeftOut leaves out `import()`, which loads a file when it is called and so closes no circle. */
export function readImports(paths: string[], root: string, isLazyLeftOut = false): ImportGraph {
  const pattern = isLazyLeftOut
    ? /\b(?:from|import)\s*'(\.[^']+)'/g
    : /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g
  const known = new Set(paths)
  return new Map(
    paths.map((path) => {
      const source = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
      const found = [...source.matchAll(pattern)].map(([, from = '']) => normalize(join(dirname(path), from)))
      return [path, [...new Set(found)].filter((one) => known.has(one))]
    }),
  )
}

/** Each group of files that reach each other (Tarjan's algorithm). */
export function findCycles(graph: ImportGraph): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (path: string): void => {
    index.set(path, index.size)
    low.set(path, index.size - 1)
    stack.push(path)
    for (const next of graph.get(path) ?? []) {
      if (!index.has(next)) visit(next)
      const reached = stack.includes(next) ? low.get(next) : undefined
      if (reached !== undefined) low.set(path, Math.min(low.get(path) ?? 0, reached))
    }
    if (low.get(path) !== index.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) cycles.push(group.toSorted())
  }
  for (const path of graph.keys()) if (!index.has(path)) visit(path)
  return cycles
}

/** True when one of the two imports the other, directly or through one file. */
export function areLinked(graph: ImportGraph, one: string, other: string): boolean {
  const reaches = (from: string, to: string) => {
    const near = graph.get(from) ?? []
    return near.includes(to) || near.some((path) => graph.get(path)?.includes(to))
  }
  return reaches(one, other) || reaches(other, one)
}
