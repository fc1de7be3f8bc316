/** `npm run build`: the pages that `npm run serve` serves. */
import { buildWeb } from './build-web.ts'
import { root } from './steps.ts'

const outcome = await buildWeb(root, (line) => console.log(line))
console.log(outcome === 'fresh' ? 'dist/web is up to date' : 'dist/web is built')
