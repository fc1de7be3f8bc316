/** Health check of the image: ends with 0 when the process of this container reaches its database. */
import { env, exit } from 'node:process'

const port = env['WORKER_PORT'] || env['PORT'] || '3000'
const isUp = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => ok,
  () => false,
)
exit(isUp ? 0 : 1)
