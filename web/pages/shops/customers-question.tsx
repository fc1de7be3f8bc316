import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import type { Shop } from '../../parts/queries/shop-queries.ts'
import { type Choice, CustomersToSend } from './customers-to-send.tsx'

type Props = {
  shop: Shop
  busy: boolean
  error: string | null
  onClose: () => void
  onConfirm: (choice: Exclude<Choice, 'none'>) => void
}

/** Before customers are sent to a CRM that is connected: which. */
export function CustomersQuestion({ shop, onConfirm, ...more }: Props) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<Choice>()
  return (
    <ConfirmDialog
      {...more}
      opened
      title={t('crmSend.title', { shop: shop.system_name })}
      confirm={t('crmSend.confirm')}
      {...(choice === undefined && { refusal: t('crmSend.choose') })}
      onConfirm={() => choice !== undefined && choice !== 'none' && onConfirm(choice)}
    >
      <CustomersToSend shopId={shop.id} choices={['all', 'new']} onChoose={setChoice} />
    </ConfirmDialog>
  )
}
