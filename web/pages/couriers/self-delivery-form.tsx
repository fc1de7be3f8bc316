import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { selfDeliveryId } from '../../../model/delivery.ts'
import { api } from '../../api.ts'
import { deliveryDefaultsQuery } from '../../parts/queries/courier-queries.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { Switch } from '../../ui/switch.tsx'
import styles from './courier.module.css'

const query = deliveryDefaultsQuery(selfDeliveryId)

/** Setting for parcels that the seller delivers himself: whether the buyer has to give a code. */
export function SelfDelivery() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data: defaults } = useQuery(query)
  const save = useMutation({
    mutationFn: (needsCode: boolean) =>
      api('PUT /settings/delivery', {
        body: {
          shipment_id: selfDeliveryId,
          needs_code: needsCode ? 1 : 0,
          updated_at: queries.getQueryData(query.queryKey)?.updated_at,
        },
      }),
    scope: { id: 'self-delivery' },
    onSuccess: ({ data }) => queries.setQueryData(query.queryKey, data),
  })
  if (!defaults) return null
  const isOn = (save.isPending ? save.variables : defaults.needs_code === 1) ?? true
  return (
    <section className={styles['section']} aria-labelledby="self-delivery">
      <h2 id="self-delivery">{t('self.setting.title')}</h2>
      <Switch
        label={t('self.setting.code')}
        help={t(isOn ? 'self.setting.codeOn' : 'self.setting.codeOff')}
        checked={isOn}
        onChange={(checked) => save.mutate(checked)}
      />
      {save.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(save.error)}
        </p>
      )}
    </section>
  )
}
