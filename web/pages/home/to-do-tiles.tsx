import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { compact } from '../../parts/figures.ts'
import { StatusPill } from '../../parts/status-pill.tsx'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { CardError } from './card-error.tsx'
import { toDoQuery } from '../../parts/queries/order-queries.ts'
import styles from './home-page.module.css'

const statuses = ['pending', 'confirmed', 'ready_to_ship', 'unpaid'] as const

/** Tiles that count waiting work. Each opens the list of what it counts. */
export function ToDoTiles() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const toDo = useQuery(toDoQuery)
  if (toDo.error && !toDo.data) return <CardError title={t('home.todo')} failed={toDo} />
  const { data } = toDo
  const lockedOut = data?.token_expired ?? 0
  return (
    <section aria-label={t('home.todo')}>
      {lockedOut > 0 && allows(me, 'settings.channels') && (
        <p className={styles['alarm']}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{t('home.accessExpired', { count: lockedOut })}</span>
          <Link to={paths.channels()}>{t('channels.linkAgain')}</Link>
        </p>
      )}
      <ul className={styles['tiles']}>
        {statuses.map((status) => (
          <Tile key={status} search={{ status }} figure={data?.[status]}>
            <StatusPill status={status} />
          </Tile>
        ))}
        <Tile search={{ has_cancel_request: 1 }} figure={data?.cancel_requested}>
          <Pill hue="red">{t('home.cancelRequested')}</Pill>
        </Tile>
        <Tile search={{ has_return_request: 1 }} figure={data?.return_requested}>
          <Pill hue="orange">{t('home.returnRequested')}</Pill>
        </Tile>
        {allows(me, 'sku.view') && (
          <>
            <Tile to={paths.skus()} search={{ stock: 'low' }} figure={data?.low_stock}>
              <Pill hue="amber">{t('home.lowStock')}</Pill>
            </Tile>
            <Tile to={paths.skus()} search={{ stock: 'out' }} figure={data?.out_of_stock}>
              <Pill hue="red">{t('home.outOfStock')}</Pill>
            </Tile>
          </>
        )}
        {(data?.upload_failed ?? 0) > 0 && (
          <Tile to={paths.templates()} search={{ upload_status: 'failed' }} figure={data?.upload_failed}>
            <Pill hue="red">{t('home.uploadFailed')}</Pill>
          </Tile>
        )}
      </ul>
    </section>
  )
}

type TileProps = {
  /** The list that the tile opens; the orders unless given. */
  to?: string
  /** Its search parameters. */
  search: Record<string, string | number>
  figure: number | undefined
  children: ReactNode
}

function Tile({ to = paths.orders(), search, figure, children }: TileProps) {
  return (
    <li>
      <Link to={to} search={search} className={styles['tile']}>
        <span className={styles['figure']}>
          {figure === undefined ? <Skeleton width={44} height={26} /> : compact(figure)}
        </span>
        {children}
      </Link>
    </li>
  )
}
