import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { emptyShopSku, type ShopTemplateSku, type TemplateSku } from '../../../../model/product-template.ts'
import { specialPriceRuleOf } from '../../../../model/selling-rules.ts'
import { plainAmount } from '../../../parts/figures.ts'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import type { ShopStep } from '../../../parts/queries/template-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberText } from '../form/number-text.tsx'
import { useDraft, useFrame } from '../form/use-draft.ts'
import page from '../template-page.module.css'
import styles from './steps.module.css'

type Props = {
  step: ShopStep
  errorOf: (path: string) => string | undefined
  onChange: (skus: ShopTemplateSku[]) => void
  onLeave: (path: string) => void
}

const figures = ['price', 'special_price', 'quantity'] as const
type Figure = (typeof figures)[number]

/** The shop's own codes, prices and stock. An empty cell is the product's, which stands in it in grey. */
export function ShopSkuTable({ step, errorOf, onChange, onLeave }: Props) {
  const { t } = useTranslation()
  const { currency: ofAccount } = useFrame()
  const { data: shops } = useQuery(shopsQuery)
  const currency = shops?.find(({ id }) => id === step.shop_id)?.currency ?? ofAccount
  const isForeign = currency !== ofAccount
  const skus = useDraft(({ content }) => content.skus)
  const takesSpecial = specialPriceRuleOf(step.platform_id) === null
  const columns = figures.filter((figure) => figure !== 'special_price' || takesSpecial)
  const ownOf = (sku: TemplateSku) =>
    step.skus.find((one) => keyOf(one.variants) === keyOf(sku.variants)) ?? emptyShopSku(sku.variants)
  const put = (sku: TemplateSku, part: Partial<ShopTemplateSku>) =>
    onChange([
      ...step.skus.filter((one) => keyOf(one.variants) !== keyOf(sku.variants)),
      { ...ownOf(sku), ...part },
    ])
  const errors = skus.flatMap((sku, at) =>
    ['seller_sku', ...columns].flatMap((field) => {
      const message = errorOf(`skus.${at}.${field}`)
      return message ? [{ at, field, label: sku.variants.join(' · '), message }] : []
    }),
  )
  const isOwn = step.skus.some((sku) => keyOf(sku.variants) !== '' || sku.price !== null)
  return (
    <section className={page['section']} aria-label={t('templates.variants')} data-field="skus">
      <div className={page['sectionHead']}>
        <h3>{t('templates.variants')}</h3>
        <Button size="small" disabled={!isOwn} onClick={() => onChange([])}>
          {t('templates.fillFromProduct')}
        </Button>
      </div>
      {isForeign && <p className={page['muted']}>{t('templates.otherMoney', { currency })}</p>}
      <section className={styles['scroller']} tabIndex={0} aria-label={t('templates.variantTable')}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t('templates.sold')}</th>
              <th scope="col">{t('templates.variant')}</th>
              <th scope="col">{t('templates.field.seller_sku')}</th>
              {columns.map((field) => (
                <th key={field} scope="col" data-end="">
                  {t(`templates.field.${field}`)} {field !== 'quantity' && <small>{currency}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {skus.map((sku, at) => (
              <SkuRow
                key={keyOf(sku.variants)}
                at={at}
                sku={sku}
                own={ownOf(sku)}
                columns={columns}
                isForeign={isForeign}
                errorOf={errorOf}
                onChange={(part) => put(sku, part)}
                onLeave={onLeave}
              />
            ))}
          </tbody>
        </table>
      </section>
      {errors.map(({ at, field, label, message }) => (
        <p key={`${at} ${field}`} className={page['error']} role="alert">
          {[label, t(`templates.field.${field as 'price'}`)].filter(Boolean).join(': ')}: {message}
        </p>
      ))}
    </section>
  )
}

type RowProps = {
  at: number
  sku: TemplateSku
  own: ShopTemplateSku
  columns: Figure[]
  /** The product's prices are in other money than the shop's. */
  isForeign: boolean
  errorOf: (path: string) => string | undefined
  onChange: (part: Partial<ShopTemplateSku>) => void
  onLeave: (path: string) => void
}

function SkuRow({ at, sku, own, columns, isForeign, errorOf, onChange, onLeave }: RowProps) {
  const { t } = useTranslation()
  const label = sku.variants.join(' · ') || t('templates.oneVariant')
  const cell = (field: string) => ({
    'data-field': `skus.${at}.${field}`,
    'aria-label': `${t(`templates.field.${field as 'price'}`)} · ${label}`,
    'aria-invalid': errorOf(`skus.${at}.${field}`) !== undefined,
    disabled: !own.is_published,
    autoComplete: 'off',
  })
  return (
    <tr>
      <td data-middle="">
        <input
          type="checkbox"
          aria-label={`${t('templates.sold')} · ${label}`}
          checked={own.is_published}
          onChange={(event) => onChange({ is_published: event.currentTarget.checked })}
        />
      </td>
      <th scope="row">{label}</th>
      <td>
        <input
          {...cell('seller_sku')}
          maxLength={255}
          placeholder={sku.seller_sku}
          value={own.seller_sku}
          onChange={(event) => onChange({ seller_sku: event.currentTarget.value })}
          onBlur={() => onLeave(`skus.${at}.seller_sku`)}
        />
      </td>
      {columns.map((field) => (
        <td key={field} data-end="">
          <NumberText value={own[field]} onChange={(value) => onChange({ [field]: value })}>
            {(input) => (
              <input
                {...cell(field)}
                {...input}
                inputMode="decimal"
                maxLength={20}
                placeholder={
                  sku[field] === null || Number.isNaN(sku[field]) || (isForeign && field !== 'quantity')
                    ? ''
                    : plainAmount(sku[field])
                }
                onBlur={(event) => {
                  input.onBlur(event)
                  onLeave(`skus.${at}.${field}`)
                }}
              />
            )}
          </NumberText>
        </td>
      ))}
    </tr>
  )
}

const keyOf = (variants: string[]) => variants.map((value) => value.trim().toLowerCase()).join('\n')
