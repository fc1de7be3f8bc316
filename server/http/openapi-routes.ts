import type { FastifyInstance } from 'fastify'
import { apiPage } from './api-page.ts'
import { openapiDocument, type OpenapiDocument } from './openapi.ts'
import { apiPrefix } from '../../contract/endpoint.ts'

/** The contract, for machines and for people. */
export function openapiRoutes(app: FastifyInstance): void {
  app.get(`${apiPrefix}/openapi.json`, async () => written().document)
  app.get(`${apiPrefix}/docs`, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(written().page),
  )
}

/** Written once per process, at the first request: it takes longer than the rest of the start. */
let cached: { document: OpenapiDocument; page: string } | undefined
function written(): { document: OpenapiDocument; page: string } {
  if (!cached) {
    const document = openapiDocument()
    cached = { document, page: apiPage(document) }
  }
  return cached
}
