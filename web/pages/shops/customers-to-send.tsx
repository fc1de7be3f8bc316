import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { count } from '../../parts/figures.ts'
import { FieldGroup } from '../../parts/settings/field-group.tsx'
import styles from './link-with-keys.module.css'

export type Choice = 'all' | 'new' | 'none'

type Props = {
  /** The CRM; left out: it is not linked yet. */
  shopId?: number
  choices: readonly Choice[]
  /** Somebody went on without a choice. */
  isMissing?: boolean
  onChoose?: (choice: Choice) => void
}

/** Says whose details a CRM would be sent, and asks for whom; nothing is chosen beforehand. */
export function CustomersToSend({ shopId, choices, isMissing = false, onChoose }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['customers-to-send', shopId ?? null],
    queryFn: async ({ signal }) => {
      const query = shopId === undefined ? {} : { shop_id: shopId }
      return (await api('GET /shops/customers-to-send', { query, signal })).data.customers
    },
  })
  const figures = { count: data ?? 0, figure: data === undefined ? '…' : count(data) }
  return (
    <FieldGroup legend={t('crmSend.legend')} error={isMissing ? t('crmSend.choose') : undefined}>
      <p className={styles['text']}>
        {shopId === undefined && `${t('crmSend.imports')} `}
        {t('crmSend.what', figures)}
      </p>
      {choices.map((choice) => (
        <label key={choice} className={styles['choice']}>
          <input type="radio" name="customers_to_send" value={choice} onChange={() => onChoose?.(choice)} />
          {t(`crmSend.choice.${choice}`, figures)}
        </label>
      ))}
    </FieldGroup>
  )
}
