import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { usePageTitle } from '../../../parts/page-title.ts'
import { type Linkable, skusKey } from '../../../parts/queries/sku-queries.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { showToast } from '../../../ui/toast.ts'
import { FindListing, ListingName } from './find-listing.tsx'
import { type SkuBody, SkuForm } from './sku-form.tsx'
import styles from './sku-page.module.css'

/** A new SKU: its details beside the listings that it is for. */
export function NewSkuPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Linkable[]>([])
  const [isBare, setBare] = useState(false)
  usePageTitle(t('skus.create'))
  const create = useMutation({
    mutationFn: (body: SkuBody) => {
      const product_sku_ids = chosen.map(({ id }) => id)
      // Each chosen listing says which SKU it is taken from.
      return api('POST /sku-centers', { once: true, body: { ...body, product_sku_ids, move: true } })
    },
    onSuccess: async ({ data }) => {
      showToast({ tone: 'success', message: t('skus.created', { name: data.name }) })
      await queries.invalidateQueries({ queryKey: skusKey })
      await navigate({ to: paths.sku(data.id), replace: true, ignoreBlocker: true })
    },
  })
  const isChosen = ({ id }: Linkable) => chosen.some((one) => one.id === id)
  return (
    <main className={styles['page']}>
      <nav className={styles['crumbs']} aria-label={t('skus.path')}>
        <Link to={paths.skus()}>{t('area.skus')}</Link>
      </nav>
      <h1>{t('skus.create')}</h1>
      <div className={styles['columns']}>
        <Card title={t('skus.listings')}>
          {isBare && chosen.length === 0 && (
            <p className={styles['error']} role="alert">
              {t('skus.chooseListing')}
            </p>
          )}
          <ul className={styles['found']} aria-label={t('skus.chosen')}>
            {chosen.map((one) => (
              <li key={one.id}>
                <ListingName listing={one}>
                  {one.sku && t('skus.takenFrom', { code: one.sku.prime_sku })}
                </ListingName>
                <Button
                  size="small"
                  onClick={() => setChosen(chosen.filter(({ id }) => id !== one.id))}
                  aria-label={`${t('skus.remove')} · ${one.name}`}
                >
                  {t('skus.remove')}
                </Button>
              </li>
            ))}
          </ul>
          <FindListing
            action={(one) => (
              <Button
                size="small"
                disabled={isChosen(one)}
                onClick={() => setChosen([...chosen, one])}
                aria-label={`${t('skus.choose')} · ${one.name}`}
              >
                {t('skus.choose')}
              </Button>
            )}
          />
        </Card>
        <Card title={t('skus.details')}>
          <SkuForm
            sku={undefined}
            isSaving={create.isPending || create.isSuccess}
            error={create.error}
            onSave={(body) => {
              const isBare = chosen.length === 0 && !body.parts?.length
              setBare(isBare)
              if (!isBare) create.mutate(body)
            }}
            onCancel={() => undefined}
          />
        </Card>
      </div>
    </main>
  )
}
