import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { usePageTitle } from '../../../parts/page-title.ts'
import { productKeys, productQuery } from '../../../parts/queries/product-queries.ts'
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
  const { data: given, isLoading } = useGivenListing()
  return isLoading ? null : <NewSku given={given} />
}

/** The variant that the address names. */
function useGivenListing() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const [productId, variantId] = [Number(raw['product']), Number(raw['variant'])]
  return useQuery({
    ...productQuery(productId),
    enabled: productId > 0,
    select: (product): Given | undefined => {
      const variant = product.product_skus.data.find(({ id }) => id === variantId)
      if (!variant) return undefined
      const { name, shop, main_image: image } = product
      const values = variant.attribute_simples.data.map((one) => one.attribute_values.name).join(', ')
      const { id, seller_sku: code, barcode } = variant
      return {
        listing: {
          id,
          product_id: productId,
          name,
          variant: values,
          image,
          shop,
          seller_sku: code,
          sku: null,
        },
        begun: {
          name: [name, values].filter(Boolean).join(' · '),
          prime_sku: code ?? '',
          barcode: barcode ?? '',
        },
      }
    },
  })
}

type Given = { listing: Linkable; begun: { name: string; prime_sku: string; barcode: string } }

function NewSku({ given }: { given: Given | undefined }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(given ? [given.listing] : [])
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
      await Promise.all(
        [skusKey, productKeys.details].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
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
                {...(isChosen(one) && { refusal: t('skus.chosen') })}
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
            begun={given?.begun}
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
