import { type ComponentProps, Suspense } from 'react'
import { later } from '../later.tsx'

const ConfirmLeave = later(
  async () => ({ default: (await import('./settings/confirm-leave.tsx')).ConfirmLeave }),
  { isSilent: true },
)

/** Loaded with the dialog that it guards, so that the page around it stays light. */
export function LaterConfirmLeave(props: ComponentProps<typeof ConfirmLeave>) {
  return (
    <Suspense fallback={null}>
      <ConfirmLeave {...props} />
    </Suspense>
  )
}
