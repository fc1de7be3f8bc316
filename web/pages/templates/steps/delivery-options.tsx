import { useTranslation } from 'react-i18next'
import type { TemplateShipmentProvider } from '../../../../model/product-template.ts'
import type { CategoryRules } from '../../../parts/queries/category-queries.ts'
import page from '../template-page.module.css'

type Option = CategoryRules['shipment_providers'][number]

type Props = {
  offered: Option[]
  chosen: TemplateShipmentProvider[]
  error?: string | undefined
  onChange: (chosen: TemplateShipmentProvider[]) => void
}

/** Couriers of a channel that a shop's listing may go with. */
export function DeliveryOptions({ offered, chosen, error, onChange }: Props) {
  const { t } = useTranslation()
  const shown = offered.filter(({ mask_channel_id: mask }) => mask === null || mask === 0)
  if (shown.length === 0) return null
  const isOn = (id: number) => chosen.some((one) => one.logistics_channel_id === id && one.enabled)
  function toggle({ logistics_channel_id, logistics_channel_name, mask_channel_id }: Option) {
    const others = chosen.filter((one) => one.logistics_channel_id !== logistics_channel_id)
    const option = { logistics_channel_id, logistics_channel_name, enabled: true, mask_channel_id }
    onChange(isOn(logistics_channel_id) ? others : [...others, option])
  }
  return (
    <section className={page['section']} aria-label={t('templates.field.shipment_providers')}>
      <h3>{t('templates.field.shipment_providers')}</h3>
      <div className={page['checks']} data-field="shipment_providers">
        {shown.map((option) => (
          <label key={option.logistics_channel_id}>
            <input
              type="checkbox"
              checked={isOn(option.logistics_channel_id)}
              onChange={() => toggle(option)}
            />
            {option.logistics_channel_name}
            {option.weight_limit !== null && (
              <span className={page['muted']}>
                {t('templates.upToWeight', { weight: option.weight_limit })}
              </span>
            )}
          </label>
        ))}
      </div>
      {error && (
        <p className={page['error']} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
