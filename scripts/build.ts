/** `npm run build`: the pages that `npm run serve` serves, and what each of them weighs. */
import { buildWeb, readWeights } from './build-web.ts'
import { root } from './steps.ts'

try {
  const outcome = await buildWeb(root, (line) => console.log(line))
  console.log(outcome === 'fresh' ? 'dist/web is up to date' : 'dist/web is built')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
process.stdout.write(`\n${readWeights(root)}`)
