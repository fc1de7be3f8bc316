// The demo: everything that the console needs, on this machine, with made-up shops and real orders.
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { runDemo } from './demo.ts'
import { root } from './steps.ts'

await runDemo({
  environment: process.env,
  serverScript: join(root, 'server/main.ts'),
  sandboxScript: join(root, 'sandbox/main.ts'),
  servePages: async (config, report) => {
    await buildWeb(root, report)
    return { serverPort: config.port }
  },
})
