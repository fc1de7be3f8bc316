import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { dayIn, startOfDay } from '../../i18n/calendar.ts'
import { everyOrderFor } from '../list/order-filter.ts'
import { countPackable } from '../scan/order-scan-store.ts'
import { stationReaderOf } from '../scan/station-reader.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { limitsIn } from '../../i18n/due-limits.ts'
import { presentFigures } from './order-queue-routes.ts'
import { readWaitingWork } from './waiting-work-store.ts'

export function waitingWorkRoutes(serve: Serve, { db }: ServerContext, channels: ChannelSessions): void {
  serve('GET /dashboard/waiting', async ({ session }) => {
    const { timezone } = session
    const now = new Date()
    const midnight = startOfDay(timezone, dayIn(timezone, now))
    const [work, toPack] = await Promise.all([
      readWaitingWork(db, everyOrderFor(session), limitsIn(timezone, now), midnight),
      db.read(session.ownerId, async (tx) => countPackable(tx, await stationReaderOf(tx, session, channels))),
    ])
    return {
      data: {
        queue: presentFigures(work.figures),
        first_return_answer_by: work.returnBy,
        packed_today: work.packedToday,
        packed_last_hour: work.packedLastHour,
        to_pack: toPack,
        couriers: work.couriers.map(({ toPack: left, ...courier }) => ({ ...courier, to_pack: left })),
      },
    }
  })
}
