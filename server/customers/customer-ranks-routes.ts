import type { Reply } from '../../contract/endpoints.ts'
import { customerLevels } from '../../model/customer-rank.ts'
import { AppError } from '../../model/errors.ts'
import { fromMinor, toMinor } from '../../model/money.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import { claimVersion, findVersion } from '../http/edit-versions-store.ts'
import type { Call, Serve, ServerContext } from '../http/serve-endpoint.ts'
import {
  countLevels,
  findRankRun,
  findRanks,
  lockRanksForUpdate,
  percentOf,
  saveRankLimits,
} from './customer-rank-store.ts'

type Translate = Call<'GET /settings/customer-rank'>['translate']

export function customerRanksRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /settings/customer-rank', ({ session, translate }) =>
    db.asOwner(session.ownerId, (tx) => present(tx, session, translate)),
  )

  serve('PUT /settings/update-rank-limit', ({ body, session, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { currency } = await lockRanksForUpdate(tx, session.ownerId)
      const limits = body.ranks.map(({ limit }) => toMinor(limit, currency))
      const tooFine = body.ranks.findIndex(
        ({ limit }, place) => fromMinor(limits[place] ?? 0, currency) !== limit,
      )
      if (tooFine !== -1)
        throw new AppError('validation_failed', {
          invalidFields: { [`ranks.${tooFine}.limit`]: 'field.price_decimals' },
        })
      await claimVersion(tx, session, ['customer_ranks'], body.updated_at)
      await saveRankLimits(tx, session.ownerId, limits)
      return present(tx, session, translate)
    }),
  )
}

async function present(
  tx: Tx,
  { ownerId, shopIds }: Session,
  translate: Translate,
): Promise<Reply<'GET /settings/customer-rank'>> {
  const updatedAt = await findVersion(tx, ownerId, 'customer_ranks')
  const { limits, currency } = await findRanks(tx, ownerId)
  const counts = await countLevels(tx, ownerId, shopIds)
  const run = await findRankRun(tx, ownerId)
  return {
    data: customerLevels.map((code, place) => ({
      level_value: place + 1,
      name: translate(`rank.${code}`),
      limit: fromMinor(limits[place] ?? 0, currency),
      currency,
      total_customer: counts.get(place + 1) ?? 0,
    })),
    meta: {
      updated_at: updatedAt,
      recomputing: run ? { percent: percentOf(run) } : null,
    },
  }
}
