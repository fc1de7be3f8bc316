import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { lengthOf } from '../../../../model/listing-limits.ts'
import { plainTextOf } from '../../../../model/listing-html.ts'
import { count, decimal } from '../../../parts/figures.ts'
import { ShopName } from '../../../parts/list/cells.tsx'
import styles from './bulk-dialogs.module.css'
import own from './bulk-texts.module.css'
import type { PlannedTexts, Sizes, TextRow, TextShop } from './text-rules.ts'

const mostShown = 5

/** Number of the listings that change, the first of them as they become, and those that would break a rule. */
export function BulkTextsPreview({ planned }: { planned: PlannedTexts[] }) {
  const { t } = useTranslation()
  const good = planned.filter(({ broken, locks }) => broken.length + locks.length === 0)
  const stay = planned.filter((one) => !good.includes(one))
  return (
    <>
      <output className={styles['muted']}>
        {t('bulkTexts.preview', { count: good.length, figure: count(good.length) })}
      </output>
      {good.length > 0 && (
        <ul className={own['texts']}>
          {good.slice(0, mostShown).map((one) => (
            <li key={one.row.id}>
              <ShopName platformId={one.shop.platform_id} name={one.shop.system_name} />
              <Changed {...one} />
            </li>
          ))}
        </ul>
      )}
      <UnchangedTexts
        title={t('bulkTexts.stay', { count: stay.length, figure: count(stay.length) })}
        lines={stay.map(({ row, shop, broken, locks }) => ({
          row,
          shop,
          reason: [
            ...locks,
            ...broken.map(
              ({ field, rule, values }) =>
                `${t(`bulkTexts.field.${field}`)}: ${t(`bulkTexts.rule.${rule}`, { ...values })}`,
            ),
          ].join(' '),
        }))}
      />
    </>
  )
}

function Changed({ row, edit }: PlannedTexts) {
  const { t } = useTranslation()
  const letters = (html: string) => lengthOf(plainTextOf(html))
  return (
    <>
      {edit.name === undefined ? (
        <span>{row.name}</span>
      ) : (
        <span>
          <del>{row.name}</del> <ins>{edit.name}</ins>
        </span>
      )}
      {edit.description !== undefined && (
        <small>
          {t('bulkTexts.letters', {
            before: count(letters(row.description_html)),
            after: count(letters(edit.description)),
          })}
        </small>
      )}
      {edit.package && <small>{t('bulkTexts.sizes', { sizes: sizesText(edit.package, t) })}</small>}
      {edit.images && (
        <small>{t('bulkTexts.photos', { before: row.images.length, after: edit.images.length })}</small>
      )}
    </>
  )
}

const units = { weight: 'kg', length: 'cm', width: 'cm', height: 'cm' } as const
const sides = ['weight', 'length', 'width', 'height'] as const

/** "Weight 0,5 kg, Height 4 cm" */
function sizesText(sizes: Sizes, t: TFunction): string {
  const labels = {
    weight: t('listingEdit.weight'),
    length: t('listingEdit.length'),
    width: t('listingEdit.width'),
    height: t('listingEdit.height'),
  }
  return sides
    .filter((side) => sizes[side] !== null)
    .map((side) => `${labels[side]} ${decimal(sizes[side] ?? 0)} ${units[side]}`)
    .join(', ')
}

type Line = { row: TextRow; shop: TextShop | undefined; reason: string }

/** Listings that stay as they are, each with its reason. */
export function UnchangedTexts({ title, lines }: { title: string; lines: Line[] }) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  const more = lines.length - mostShown
  return (
    <div role="alert">
      <p className={styles['error']}>{title}</p>
      <ul className={own['texts']}>
        {lines.slice(0, mostShown).map(({ row, shop, reason }) => (
          <li key={`${row.id} ${reason}`}>
            {shop && <ShopName platformId={shop.platform_id} name={shop.system_name} />}
            <span>{row.name}</span>
            <small>{reason}</small>
          </li>
        ))}
        {more > 0 && <li>{t('bulkTexts.more', { count: more, figure: count(more) })}</li>}
      </ul>
    </div>
  )
}
