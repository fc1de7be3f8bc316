import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '../chunk-reload.ts'

const ConfirmLeave = lazy(() =>
  loadChunk(async () => ({ default: (await import('./settings/confirm-leave.tsx')).ConfirmLeave })),
)

/** Loaded with the dialog that it guards, so that the page around it stays light. */
export function LaterConfirmLeave(props: ComponentProps<typeof ConfirmLeave>) {
  return (
    <Suspense fallback={null}>
      <ConfirmLeave {...props} />
    </Suspense>
  )
}
