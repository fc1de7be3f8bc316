import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '../../../chunk-reload.ts'
import type { RejectReturns as Dialog } from './reject-returns.tsx'

const RejectReturns = lazy(() =>
  loadChunk(async () => ({ default: (await import('./reject-returns.tsx')).RejectReturns })),
)

/** The dialog that refuses returns, loaded with the first of them. */
export function LaterRejectReturns(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <RejectReturns {...props} />
    </Suspense>
  )
}
