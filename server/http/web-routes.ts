import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isPagePath, fullerPath } from '../../model/page-paths.ts'

/** The built front end: hashed files for ever, the page itself anew each time, and the page for every other address, which says itself when it knows none there. */
export async function webRoutes(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    setHeaders(response, path) {
      const isHashed = path.startsWith(join(folder, 'assets'))
      void response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // One route for all of them: a route for each of the hundreds of files took a third of the time that a start takes.
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  app.get('/*', async (request, reply) => {
    const path = decodeURI(request.url.split('?')[0] ?? '')
    const file = path.slice(1)
    if (files.has(file)) return reply.sendFile(file)
    // Hidden files are asked for by those who look for secrets that were left lying about.
    if (/^\/(api|hooks|assets)(\/|$)|\/\./.test(path)) return reply.callNotFound()
    const fuller = fullerPath(path)
    if (fuller !== undefined) return reply.redirect(fuller, 302)
    return reply.code(isPagePath(path) ? 200 : 404).sendFile('index.html')
  })
}
