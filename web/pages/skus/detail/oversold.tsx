import CircleAlert from 'lucide-react/icons/circle-alert'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { locale } from '../../../page-language.ts'
import { clockTime, duration } from '../../../parts/dates.ts'
import { count } from '../../../parts/figures.ts'
import { useClock } from '../../../parts/when.tsx'
import { OrderLink } from '../../../parts/order-link.tsx'
import styles from './timeline-card.module.css'
import type { Entry } from './timeline-groups.ts'

type Oversell = NonNullable<Entry['oversell']>

/** Cause of an oversell: both orders, when each shop knew, and what would have prevented it. */
export function Oversold({ oversell }: { oversell: Oversell }) {
  const { t } = useTranslation()
  const clock = useClock()
  const { pieces, sales, zero_at: zeroAt } = oversell
  const last = sales.at(-1)
  const time = (at: string) => <time dateTime={at}>{clockTime(new Date(at), clock)}</time>
  return (
    <section
      className={styles['oversold']}
      aria-label={t('oversell.title', { count: pieces, figure: count(pieces) })}
    >
      <h4>
        <CircleAlert size={15} aria-hidden="true" />
        {t('oversell.title', { count: pieces, figure: count(pieces) })}
      </h4>
      <ul>
        {sales.map((sale, at) => (
          <li key={sale.placed_at + at}>
            {time(sale.placed_at)}
            {sale.shop && <ChannelMark platformId={sale.shop.platform_id} />}
            <span>
              {sale.order ? <OrderLink order={sale.order} /> : t('oversell.otherOrder')}{' '}
              {sale === last
                ? t('oversell.placed', { shop: sale.shop?.system_name ?? t('oversell.otherShop') })
                : t('oversell.tookLast')}
              <small> {t('oversell.heard', { time: duration(sale.seconds * 1000, locale) })}</small>
            </span>
          </li>
        ))}
        {zeroAt && last?.shop && (
          <li>
            {time(zeroAt)}
            <span>{t('oversell.sentZero', { shop: last.shop.system_name })}</span>
          </li>
        )}
      </ul>
      {last?.shop && <Cause oversell={oversell} last={last} shop={last.shop.system_name} />}
    </section>
  )
}

type CauseProps = { oversell: Oversell; last: Oversell['sales'][number]; shop: string }

function Cause({
  oversell: { zero_at: zeroAt, buffer, pieces, is_synced: isSynced },
  last,
  shop,
}: CauseProps) {
  const { t } = useTranslation()
  if (zeroAt === null && isSynced === false) return <p>{t('oversell.notSynced', { shop })}</p>
  const aheadMs = zeroAt === null ? null : Date.parse(zeroAt) - Date.parse(last.placed_at)
  return (
    <p>
      {aheadMs === null
        ? t('oversell.notSent', { shop })
        : aheadMs >= 500
          ? t('oversell.early', { time: duration(Math.round(aheadMs / 1000) * 1000, locale), shop })
          : t('oversell.late', { shop })}
      {buffer === 0 && ` ${t('oversell.noBuffer', { figure: count(pieces) })}`}
    </p>
  )
}
