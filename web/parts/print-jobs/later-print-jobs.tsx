import { lazy, Suspense } from 'react'
import { loadChunk } from '../../chunk-reload.ts'
import { withTexts } from '../../texts.ts'
import { useAfterPage } from '../after-page.ts'

const loadJobs = withTexts(() => import('./open-print-jobs.tsx'), 'run')
const OpenPrintJobs = lazy(() => loadChunk(async () => ({ default: (await loadJobs()).OpenPrintJobs })))

/** The open print jobs, loaded once the page is there. */
export function LaterPrintJobs() {
  const isLater = useAfterPage()
  return <Suspense>{isLater && <OpenPrintJobs />}</Suspense>
}
