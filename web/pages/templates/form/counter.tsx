import { useTranslation } from 'react-i18next'
import { lengthOf, listingLimitsOf } from '../../../../model/listing-limits.ts'
import { publishingOrder } from '../../../../model/product-template.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import styles from '../template-page.module.css'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { useDraft } from './use-draft.ts'

type Props = { of: 'name' | 'description' | 'short' }

const shortSpan = { least: 0, most: 1000 }

/** Characters of a text beside the range of each chosen channel; channels with equal ranges stand together. */
export function Counter({ of }: Props) {
  const { t } = useTranslation()
  const names = useChannelNames()
  const platformIds = useDraft(({ content }) => content.platform_ids)
  const length = useDraft(({ content }) =>
    lengthOf(
      (of === 'name'
        ? content.name
        : of === 'short'
          ? content.short_description
          : content.long_description_content
      ).trim(),
    ),
  )
  const ranges = Map.groupBy(
    publishingOrder.filter((id) => platformIds.includes(id)),
    (id) => {
      const { least, most } = of === 'short' ? shortSpan : listingLimitsOf(id)[of]
      return `${least}–${most}`
    },
  )
  return (
    <p className={styles['counter']}>
      {[...ranges].map(([range, ids], at) => {
        const most = Number(range.split('–')[1])
        const [least = '', longest = ''] = range.split('–').map((figure) => count(Number(figure)))
        return (
          <span key={range} data-over={length > most || undefined}>
            {at === 0 && <b>{count(length)}</b>}{' '}
            {at === 0 ? t('templates.lengthOf', { least, most: longest }) : `${least}–${longest}`}{' '}
            <span className={styles['marks']} title={ids.map((id) => names(id)).join(', ')}>
              {ids.map((id) => (
                <ChannelMark key={id} platformId={id} />
              ))}
              <span className="visually-hidden">{ids.map((id) => names(id)).join(', ')}</span>
            </span>
          </span>
        )
      })}
    </p>
  )
}
