import { useTranslation } from 'react-i18next'
import { amountText, count } from '../../../parts/figures.ts'
import { Lines, none } from '../../../parts/list/cells.tsx'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { When } from '../../../parts/when.tsx'
import styles from './listing-drawer.module.css'
import { VariantSku } from './variant-sku.tsx'

type Variant = Product['product_skus']['data'][number]

/** The variants as a table: code, price, stock, and how sending the stock stands where any is sent. */
export function ListingVariants({ product }: { product: Product }) {
  const { t } = useTranslation()
  const isSent = product.product_skus.data.some(({ push }) => push)
  return (
    <div className={styles['room']} data-sideways="">
      <table className={styles['variants']}>
        <thead>
          <tr>
            <th scope="col">{t('products.variant')}</th>
            <th scope="col" data-align="end">
              {t('products.price')}
            </th>
            <th scope="col" data-align="end">
              {t('products.stock')}
            </th>
            {isSent && <th scope="col">{t('products.sending')}</th>}
          </tr>
        </thead>
        <tbody>
          {product.product_skus.data.map((one) => (
            <Row key={one.id} one={one} product={product} isSent={isSent} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { one: Variant; product: Product; isSent: boolean }

function Row({ one, product, isSent }: RowProps) {
  const { t } = useTranslation()
  const { currency, name } = product
  const label = one.attribute_simples.data.map(({ attribute_values: { name: value } }) => value).join(', ')
  const { available } = one.product_sku_detail
  const code = [one.seller_sku ?? one.shop_sku, one.barcode].filter(Boolean).join(' · ')
  return (
    <tr>
      <td>
        <Lines hint={code}>{label || name}</Lines>
        <small className={styles['sku']}>
          <VariantSku product={product} variant={one} name={label || name} />
        </small>
      </td>
      <td data-align="end">
        <VariantPrice one={one} currency={currency} />
      </td>
      <td data-align="end">{available === null ? none : count(available)}</td>
      {isSent && (
        <td>
          {one.push ? (
            <Lines
              hint={one.push.reason ?? <When at={one.push.at} relative />}
              tone={one.push.reason ? 'danger' : undefined}
              title={one.push.reason ?? undefined}
            >
              {t(`products.push.${one.push.state}`)}
            </Lines>
          ) : (
            none
          )}
        </td>
      )}
    </tr>
  )
}

/** The price, and under it the special one with the days on which it holds. */
function VariantPrice({ one, currency }: { one: Variant; currency: string }) {
  const { t } = useTranslation()
  const { price, start_date: from, expiration_date: to } = one.specific_price
  return (
    <Lines
      align="end"
      hint={
        price === null ? null : (
          <>
            {t('products.special', { price: amountText(price, currency) })} {from && <When at={from} />}{' '}
            {(from ?? to) && '–'} {to && <When at={to} deadline />}
          </>
        )
      }
    >
      <span data-whole="">{amountText(one.product_sku_detail.price, currency)}</span>
    </Lines>
  )
}
