import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import ScanBarcode from 'lucide-react/icons/scan-barcode'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { useKeys } from '../../../ui/use-keys.ts'
import { useNarrow } from '../../../ui/use-media.ts'

/** Leads to the check before the hand-over, as the key S does. */
export function ScanButton({ hasSelection }: { hasSelection: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const params: { orderId?: string } = useParams({ strict: false })
  const may = allows(me, 'orders.set_packed')
  const narrow = useNarrow()
  const open = () => void navigate({ to: paths.scanOrders(), search: true })
  useKeys({
    s: (event) => {
      if (!may || params.orderId !== undefined) return
      // The letter is not the first of what is scanned.
      event.preventDefault()
      open()
    },
  })
  if (!may) return null
  return (
    <Button
      // An open order has the next step, and so have selected ones.
      variant={params.orderId === undefined && !hasSelection ? 'primary' : 'default'}
      icon={<ScanBarcode size={15} aria-hidden="true" />}
      aria-label={t('scan.open')}
      onClick={open}
    >
      {!narrow && t('scan.open')}
    </Button>
  )
}
