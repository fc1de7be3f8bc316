// The demo for those who change it: pages come fresh from their sources, and the server starts again when its own change.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { claimPort } from './ports.ts'
import { runDemo } from './demo.ts'
import { root } from './steps.ts'

const serverSources = ['server', 'model', 'contract', 'connectors']

await runDemo({
  environment: process.env,
  serverScript: join(root, 'server/main.ts'),
  sandboxScript: join(root, 'sandbox/main.ts'),
  servePages: async (config) => {
    const serverPort = await claimPort('127.0.0.1', 0, 'PORT')
    const target = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${serverPort}`
    const vite = await createServer({
      configFile: join(root, 'scripts/vite.config.ts'),
      server: {
        host: config.host,
        port: config.port,
        strictPort: true,
        proxy: { '/api': target, '/hooks': target },
      },
    })
    await vite.listen()
    return { serverPort, close: () => vite.close() }
  },
  develop: (server) => {
    let planned: NodeJS.Timeout | undefined
    for (const folder of serverSources) {
      watch(join(root, folder), { recursive: true }, (_event, name) => {
        if (!name?.endsWith('.ts') || name.endsWith('.test.ts')) return
        clearTimeout(planned)
        // An editor writes a file in several steps, and a checkout many files.
        planned = setTimeout(() => void server.restart(), 150)
      })
    }
  },
})
