import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../chunk-reload.ts'
import { meQuery } from '../../session.ts'
import { withTexts } from '../../texts.ts'
import { useStoredRun } from '../run/order-run.ts'

// Loaded with the first run.
const loadTray = withTexts(() => import('../run/run-tray.tsx'), 'run')
const RunTray = lazy(() => loadChunk(async () => ({ default: (await loadTray()).RunTray })))

/** The reader's run, if there is one. */
export function RunPlace() {
  const { data: me } = useSuspenseQuery(meQuery)
  const run = useStoredRun(me.id)
  return <Suspense>{run && <RunTray run={run} key={run.startedAt} />}</Suspense>
}
