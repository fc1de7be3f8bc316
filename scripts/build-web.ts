import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = [
  'web',
  'model',
  'contract',
  'scripts/vite.config.ts',
  'package-lock.json',
  'scripts/page-weights.ts',
  'scripts/split-texts.ts',
  'scripts/print-agent',
]

/** Builds dist/web, unless it was built from exactly these sources already. Throws when a page is over its budget. */
export async function buildWeb(
  root: string,
  report: (line: string) => void = () => undefined,
): Promise<'built' | 'fresh' | 'absent'> {
  if (!existsSync(join(root, 'web/index.html'))) return 'absent'
  const stampFile = join(root, 'dist/web.stamp')
  const stamp = hashOf(root)
  if (
    existsSync(join(root, 'dist/web/index.html')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp
  )
    return 'fresh'
  report("Building the console's pages")
  // Loaded only when there is something to build: it takes a third of a second.
  const { build } = await import('vite')
  const { weighing } = await import('./page-weights.ts')
  const { packPrintAgent } = await import('./print-agent/pack-print-agent.ts')
  mkdirSync(join(root, 'dist'), { recursive: true })
  const weigh = weighing(root, (table) => writeFileSync(weightsFile(root), `${table}\n`))
  rmSync(stampFile, { force: true })
  await build({ configFile: join(root, 'scripts/vite.config.ts'), logLevel: 'error', plugins: [weigh] })
  await packPrintAgent(join(root, 'dist/web'))
  writeFileSync(stampFile, stamp)
  return 'built'
}

/** Answers the weights of the last build's pages as a table. */
export function readWeights(root: string): string {
  return existsSync(weightsFile(root)) ? readFileSync(weightsFile(root), 'utf8') : ''
}

function weightsFile(root: string): string {
  return join(root, 'dist/web.weights.txt')
}

function hashOf(root: string): string {
  const hash = createHash('sha1')
  for (const source of sources) addTo(hash, join(root, source))
  return hash.digest('hex')
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).toSorted()) addTo(hash, join(path, name))
    return
  }
  if (/\.test\.tsx?$/.test(path)) return
  hash.update(path).update('\0').update(readFileSync(path)).update('\0')
}
