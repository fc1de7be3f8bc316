import type { FastifyInstance } from 'fastify'
import { apiPage } from './api-page.ts'
import { openapiDocument } from './openapi.ts'
import { apiPrefix } from './serve-endpoint.ts'

/** The contract, for machines and for people. */
export function openapiRoutes(app: FastifyInstance): void {
  const document = openapiDocument()
  const page = apiPage(document)
  app.get(`${apiPrefix}/openapi.json`, async () => document)
  app.get(`${apiPrefix}/docs`, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
