import { useParams, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { DoctorPanel } from '../doctor/doctor-panel.tsx'
import { focusField } from '../form/field-path.ts'
import { useFrame } from '../form/use-draft.ts'
import { useNextError } from '../form/use-next-error.ts'
import page from '../template-page.module.css'
import { AddShops, LeaveShopOut } from './shop-choice.tsx'
import { ShopEditor } from './shop-editor.tsx'
import styles from './steps.module.css'
import { isSameStep, useShopSteps } from './use-shop-step.ts'

/** The step of one channel: for its first shop, and for others that differ from it. */
export function ChannelStep() {
  const { platformId = '' }: { platformId?: string } = useParams({ strict: false })
  return <OfChannel key={platformId} platformId={Number(platformId)} />
}

function OfChannel({ platformId }: { platformId: number }) {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const { field, shop }: { field?: string; shop?: number } = useSearch({ strict: false })
  const { data: linked } = useQuery(shopsQuery)
  const { shops, change, follow } = useShopSteps(platformId)
  const [own, setOwn] = useState<ReadonlySet<number>>(
    () => new Set(shops.filter((one) => shops[0] && !isSameStep(one, shops[0])).map((one) => one.shop_id)),
  )
  useEffect(() => {
    if (field === undefined) return
    draft.leaveAll([field])
    focusField(field, String(shop ?? ''))
  }, [draft, field, shop])
  useNextError()
  const nameOf = (id: number) => linked?.find((one) => one.id === id)?.system_name ?? String(id)
  return (
    <div className={page['columns']} data-with-panel="">
      <DoctorPanel />
      <div className={page['fields']} onBlur={() => void draft.save()}>
        {shops.length === 0 && <p className={page['muted']}>{t('templates.noShopOfChannel')}</p>}
        {shops.map((step, at) => (
          <section
            key={step.shop_id}
            className={styles['shop']}
            aria-label={nameOf(step.shop_id)}
            data-shop={step.shop_id}
          >
            <header className={page['sectionHead']}>
              <h2>{nameOf(step.shop_id)}</h2>
              {at > 0 && shops[0] && (
                <label>
                  <input
                    type="checkbox"
                    checked={!own.has(step.shop_id)}
                    onChange={(event) => {
                      const next = new Set(own)
                      if (event.currentTarget.checked) {
                        next.delete(step.shop_id)
                        follow(step.shop_id)
                      } else next.add(step.shop_id)
                      setOwn(next)
                    }}
                  />{' '}
                  {t('templates.sameAs', { shop: nameOf(shops[0].shop_id) })}
                </label>
              )}
              <LeaveShopOut shopId={step.shop_id} name={nameOf(step.shop_id)} />
            </header>
            {(at === 0 || own.has(step.shop_id)) && (
              <ShopEditor step={step} onChange={(part) => change(step.shop_id, part, own)} />
            )}
          </section>
        ))}
        <AddShops platformId={platformId} />
      </div>
    </div>
  )
}
