import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { dayIn, startOfDay } from '../../i18n/calendar.ts'
import { everyOrderFor } from '../list/order-filter.ts'
import { limitsIn } from '../../i18n/due-limits.ts'
import { presentFigures } from './order-queue-routes.ts'
import { readWaitingWork } from './waiting-work-store.ts'

export function waitingWorkRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /dashboard/waiting', async ({ session }) => {
    const { timezone } = session
    const now = new Date()
    const work = await readWaitingWork(
      db,
      everyOrderFor(session),
      limitsIn(timezone, now),
      startOfDay(timezone, dayIn(timezone, now)),
    )
    return {
      data: {
        queue: presentFigures(work.figures),
        first_return_answer_by: work.returnBy,
        packed_today: work.packedToday,
        packed_last_hour: work.packedLastHour,
        couriers: work.couriers,
      },
    }
  })
}
