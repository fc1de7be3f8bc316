import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { decimal } from '../../../parts/figures.ts'
import { ShopName } from '../../../parts/list/cells.tsx'
import { none } from '../../../parts/list/cells.tsx'
import { fulfillmentTypesQuery, type Product } from '../../../parts/queries/product-queries.ts'
import { SimpleHtml } from '../../../parts/simple-html-view.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import styles from './listing-drawer.module.css'

/** Where it is listed, package, attributes and description. */
export function ListingFacts({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { shop, package_length: length, package_width: width, package_height: height } = product
  const sides = [length, width, height]
  const { data: fulfillmentTypes = [] } = useQuery(fulfillmentTypesQuery)
  const fulfillment = fulfillmentTypes.find(({ code }) => code === product.fulfillment_type)
  return (
    <>
      <Card title={t('products.facts')}>
        <dl className={styles['facts']}>
          <dt>{t('list.shop')}</dt>
          <dd>
            <ShopName platformId={shop.data.platform_id} name={shop.data.system_name} />
          </dd>
          <dt>{t('products.channelCode')}</dt>
          <dd>{product.channel_product_id}</dd>
          <dt>{t('products.fulfillment')}</dt>
          <dd>{fulfillment?.name ?? none}</dd>
          <dt>{t('products.brand')}</dt>
          <dd>{product.brand ?? none}</dd>
          <dt>{t('products.weight')}</dt>
          <dd>
            {product.package_weight === null
              ? none
              : t('products.kilograms', { figure: decimal(product.package_weight) })}
          </dd>
          <dt>{t('products.size')}</dt>
          <dd>
            {sides.some((side) => side === null)
              ? none
              : t('products.centimetres', { figures: sides.map((side) => decimal(side ?? 0)).join(' × ') })}
          </dd>
          {product.attribute_products.data.map(({ name, value }) => (
            // A till knows the unit of its products under this name.
            <Fact key={name} name={name === 'primaryUnitName' ? t('products.unit') : name} value={value} />
          ))}
        </dl>
      </Card>
      {product.description && (
        <Card title={t('products.description')}>
          <div className={styles['text']}>
            <SimpleHtml html={product.description} />
          </div>
        </Card>
      )}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
