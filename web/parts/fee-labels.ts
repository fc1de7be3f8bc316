import { useTranslation } from 'react-i18next'

/** Names a fee or tax; one that only its channel knows keeps the channel's own name. */
export function useFeeLabels(): (code: string) => string {
  const { t } = useTranslation()
  return (code) => {
    switch (code) {
      case 'commission':
        return t('amount.fee.commission')
      case 'service':
        return t('amount.fee.service')
      case 'transaction':
        return t('amount.fee.transaction')
      case 'payment':
        return t('amount.fee.payment')
      case 'campaign':
        return t('amount.fee.campaign')
      case 'affiliate':
        return t('amount.fee.affiliate')
      case 'order_processing':
        return t('amount.fee.order_processing')
      case 'withholding_tax':
        return t('amount.fee.withholding_tax')
      case 'adjustment':
        return t('amount.adjustment')
      case 'other':
        return t('amount.fee.other')
      default:
        return t('amount.fee.named', { name: code.replaceAll('_', ' ') })
    }
  }
}
