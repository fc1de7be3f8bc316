import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { later } from '../../later.tsx'
import { meQuery } from '../../session.ts'
import { withTexts } from '../../texts.ts'
import { useStoredRuns } from '../run/order-run.ts'

// Loaded with the first run.
const loadTray = withTexts(() => import('../run/run-tray.tsx'), 'run')
const RunTrays = later(async () => ({ default: (await loadTray()).RunTrays }))

/** The reader's runs, if there are any. */
export function RunPlace() {
  const { data: me } = useSuspenseQuery(meQuery)
  const runs = useStoredRuns(me.id)
  return <Suspense>{runs.length > 0 && <RunTrays runs={runs} />}</Suspense>
}
