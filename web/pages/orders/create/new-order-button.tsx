import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { useKeys } from '../../../ui/use-keys.ts'

/** Leads to the form for an order that was taken by phone, as the key N does. */
export function NewOrderButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const params: { orderId?: string } = useParams({ strict: false })
  const may = allows(me, 'orders.edit')
  const open = () => void navigate({ to: paths.newOrder(), search: true, resetScroll: false })
  useKeys({
    n: (event) => {
      if (!may || params.orderId !== undefined) return
      event.preventDefault()
      open()
    },
  })
  if (!may) return null
  return (
    <Button icon={<Plus size={15} aria-hidden="true" />} onClick={open}>
      {t('manualOrder.open')}
    </Button>
  )
}
