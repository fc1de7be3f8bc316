import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { publishingOrder } from '../../../../model/product-template.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { isConnected, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import styles from '../template-page.module.css'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { useDraft, useFrame } from './use-draft.ts'

/** Channels that the template is for. */
export function TemplateChannels() {
  const { t } = useTranslation()
  const { draft, isReadOnly } = useFrame()
  const names = useChannelNames()
  const { data: shops = [] } = useQuery(shopsQuery)
  const chosen = useDraft(({ content }) => content.platform_ids)
  const offered = publishingOrder.filter(
    (id) => chosen.includes(id) || shops.some((shop) => shop.platform_id === id && isConnected(shop)),
  )
  return (
    <section className={styles['section']} aria-label={t('templates.channels')}>
      <h2>{t('templates.channels')}</h2>
      <div className={styles['checks']} data-field="platform_ids">
        {offered.map((id) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={isReadOnly}
              onChange={(event) => {
                const next = event.currentTarget.checked
                  ? [...chosen, id].toSorted((a, b) => a - b)
                  : chosen.filter((one) => one !== id)
                draft.change({ platform_ids: next })
                void draft.save()
              }}
            />
            <ChannelMark platformId={id} /> {names(id)}
          </label>
        ))}
      </div>
    </section>
  )
}
