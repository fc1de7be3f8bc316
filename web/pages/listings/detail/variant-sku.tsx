import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../../../later.tsx'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'

const LinkSkuDialog = later(async () => ({ default: (await import('./link-sku-dialog.tsx')).LinkSkuDialog }))

type Props = { product: Product; variant: Product['product_skus']['data'][number]; name: string }

/** The SKU of a variant, which leads to its page; without one, how it gets one. */
export function VariantSku({ product, variant: { id, sku_id: skuId }, name }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [isLinking, setLinking] = useState(false)
  const code = product.sku_centers.data.find((sku) => sku.id === skuId)?.prime_sku
  if (skuId !== null) {
    const text = `${t('skus.sku')} ${code}`
    return allows(me, 'sku.view') ? <Link to={paths.sku(skuId)}>{text}</Link> : text
  }
  const label = t('products.nextStep.linkSku')
  return (
    <>
      {t('products.notLinked')}
      {allows(me, 'sku.edit') && (
        <>
          {' '}
          <Button size="small" aria-label={`${label} · ${name}`} onClick={() => setLinking(true)}>
            {label}
          </Button>
        </>
      )}
      {isLinking && (
        <Suspense fallback={null}>
          <LinkSkuDialog product={product} variantId={id} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </>
  )
}
