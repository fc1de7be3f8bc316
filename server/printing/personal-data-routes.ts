import { AppError } from '../../model/errors.ts'
import { nameTarget } from '../audit/trail.ts'
import { findPersonalData } from '../customers/privacy/personal-data-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'

export function personalDataRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /customers/{id}/personal-data/print', async ({ params: { id }, session, language, reply }) => {
    const { ownerId, shopIds, timezone } = session
    const found = await db.read(ownerId, async (tx) => {
      const one = await findPersonalData(tx, ownerId, id, shopIds)
      if (one) nameTarget(tx, ...one.identities.map((identity) => identity.id))
      return one
    })
    if (!found) throw new AppError('not_found')
    void reply.header('content-disposition', `attachment; filename="customer-${id}.pdf"`)
    void reply.header('cache-control', 'private, no-store')
    // Loaded with the libraries that draw, when somebody asks.
    const { drawPersonalData } = await import('./papers/personal-data.ts')
    return drawPersonalData(found, { language, timezone })
  })
}
