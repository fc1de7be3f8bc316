import { Suspense } from 'react'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { later } from '../../../later.tsx'
import { withTexts } from '../../../texts.ts'

const loadDialog = withTexts(() => import('./buyer-mail-dialog.tsx'), 'buyerMail')
const BuyerMailDialog = later(async () => ({ default: (await loadDialog()).BuyerMailDialog }))

/** Loaded when it is opened: few orders need one. */
export function LaterBuyerMail(props: { order: Order; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <BuyerMailDialog {...props} />
    </Suspense>
  )
}
