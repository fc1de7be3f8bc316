import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { shopsQuery, standingOf } from '../../../parts/queries/shop-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import actions from '../actions/order-actions.module.css'

/** In place of buttons that nobody could press: the channel takes nothing until the shop is linked again. */
export function ShopNotLinked({ shop: { id, system_name: name } }: { shop: Order['shop']['data'] }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const shop = useQuery(shopsQuery).data?.find((one) => one.id === id)
  return (
    <p className={actions['failure']}>
      <CircleAlert size={15} aria-hidden="true" />
      <span>
        {shop ? `${name} · ${t(`shop.auth.${standingOf(shop)}`)}` : t('orderAction.refusal.shop_unlinked')}{' '}
        {allows(me, 'settings.channels') && <Link to={paths.channel(id)}>{t('channels.linkAgain')}</Link>}
      </span>
    </p>
  )
}
