import type { Reply } from '../../../contract/endpoints.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersion, findVersion } from '../../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { enqueueChecks } from '../template-checks-store.ts'
import { listUnpublished } from '../template-list-store.ts'
import { listForbiddenWords, saveForbiddenWords } from './forbidden-words-store.ts'

export function forbiddenWordsRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /settings/forbidden-words', async ({ session: { ownerId } }) => ({
    data: await db.read(ownerId, (tx) => present(tx, ownerId)),
  }))

  serve('PUT /settings/forbidden-words', ({ body: { words, updated_at: read }, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId, name: by } = session
      await claimVersion(tx, session, ['forbidden_words'], read)
      await saveForbiddenWords(tx, { ownerId, by }, words)
      await enqueueChecks(tx, ownerId, await listUnpublished(tx, ownerId))
      return { data: await present(tx, ownerId) }
    }),
  )
}

async function present(tx: Tx, ownerId: string): Promise<Reply<'GET /settings/forbidden-words'>['data']> {
  const words = await listForbiddenWords(tx, ownerId)
  return {
    words: words.map(({ changedBy, changedAt, ...word }) => ({
      ...word,
      changed_by: changedBy,
      changed_at: changedAt.toISOString(),
    })),
    updated_at: await findVersion(tx, ownerId, 'forbidden_words'),
  }
}
