import { Suspense } from 'react'
import { later } from '../../../later.tsx'

const ConfirmPanel = later(async () => ({ default: (await import('./confirm-panel.tsx')).ConfirmPanel }))

/** The panel on which confirming is planned, loaded with the first plan. */
export function PlannedConfirmation(props: { ids: number[]; onClose: (hasBegun: boolean) => void }) {
  return (
    <Suspense>
      <ConfirmPanel {...props} />
    </Suspense>
  )
}
