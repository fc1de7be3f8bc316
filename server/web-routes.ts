import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { apiPrefix } from './serve-endpoint.ts'

/** The built front end: hashed files for ever, the page itself anew each time, and the page for every address of ours. */
export async function webRoutes(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(response, path) {
      const isHashed = path.startsWith(join(folder, 'assets'))
      void response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (
      path.startsWith(apiPrefix) ||
      path.startsWith('/api') ||
      path.startsWith('/hooks') ||
      path.startsWith('/assets/')
    ) {
      return reply.callNotFound()
    }
    return reply.sendFile('index.html')
  })
}
