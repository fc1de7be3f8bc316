import fastifyStatic from '@fastify/static'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isPagePath } from '../../model/page-paths.ts'

/** The built front end: hashed files for ever, the page itself anew each time, and the page for every other address, which says itself when it knows none there. */
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
    const path = decodeURI(request.url.split('?')[0] ?? '')
    // Hidden files are asked for by those who look for secrets that were left lying about.
    if (/^\/(api|hooks|assets)(\/|$)|\/\./.test(path)) return reply.callNotFound()
    return reply.code(isPagePath(path) ? 200 : 404).sendFile('index.html')
  })
}
