import { type ComponentProps, Suspense } from 'react'
import { later } from '../../../later.tsx'
import type { RejectReturns as Dialog } from './reject-returns.tsx'

const RejectReturns = later(async () => ({ default: (await import('./reject-returns.tsx')).RejectReturns }))

/** The dialog that refuses returns, loaded with the first of them. */
export function LaterRejectReturns(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <RejectReturns {...props} />
    </Suspense>
  )
}
