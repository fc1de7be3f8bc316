import { lazy, Suspense } from 'react'
import { loadChunk } from '../../../chunk-reload.ts'

const ConfirmPanel = lazy(() =>
  loadChunk(async () => ({ default: (await import('./confirm-panel.tsx')).ConfirmPanel })),
)

/** The panel on which confirming is planned, loaded with the first plan. */
export function PlannedConfirmation(props: { ids: number[]; onClose: (hasBegun: boolean) => void }) {
  return (
    <Suspense>
      <ConfirmPanel {...props} />
    </Suspense>
  )
}
