import { Suspense } from 'react'
import { later } from '../../later.tsx'
import { withTexts } from '../../texts.ts'
import { useAfterPage } from '../after-page.ts'

const loadNotes = withTexts(() => import('./anomaly-notes.tsx'), 'anomalies')
const AnomalyNotes = later(async () => ({ default: (await loadNotes()).AnomalyNotes }))

/** The notes about unusual sales, loaded once the page is there. */
export function LaterAnomalies() {
  const isLater = useAfterPage()
  return <Suspense>{isLater && <AnomalyNotes />}</Suspense>
}
