import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '../../../model/permissions.ts'
import { later } from '../../later.tsx'
import { locale } from '../../page-language.ts'
import { duration, relativeTime, shortTime } from '../../parts/dates.ts'
import { compact, count } from '../../parts/figures.ts'
import { toDoQuery } from '../../parts/queries/order-queries.ts'
import { useClock, useNow } from '../../parts/when.tsx'
import { pageAccess } from '../../page-access.ts'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import buttons from '../../ui/button.module.css'
import { Skeleton } from '../../ui/states.tsx'
import { CardError } from './card-error.tsx'
import { waitingQuery } from './home-queries.ts'
import styles from './waiting-card.module.css'
import { NothingElse } from './nothing-else.tsx'
import {
  nextDeadline,
  type Waiting,
  type WaitingKind,
  type WaitingLine,
  waitingLines,
} from './waiting-lines.ts'

// Nothing of the work waits for it.
const MeaningsMark = later(async () => ({
  default: (await import('../../parts/meanings/meanings-mark.tsx')).MeaningsMark,
}))

/** Rights that the work needs; without one the button leads to the list all the same, and says no more than that. */
const permissionOf = {
  overdue: 'orders.confirm',
  answer: 'orders.cancel',
  confirm: 'orders.confirm',
  print: 'orders.print',
  scan: 'orders.set_packed',
  returns: 'orders.cancel',
} as const satisfies Partial<Record<WaitingKind, Permission>>
type Work = keyof typeof permissionOf

const soonMs = 3 * 3_600_000

/** Waiting work by its kind, the most urgent first, each with a button that leads to exactly what it counts. */
export function WaitingCard() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  // Deadlines pass while nothing happens.
  const toDo = useQuery({ ...toDoQuery, refetchInterval: 60_000 })
  const waiting = useQuery(waitingQuery)
  const failed = [toDo, waiting].find(({ error, data }) => error && !data)
  if (failed) return <CardError title={t('home.waiting')} failed={failed} />
  const lines =
    toDo.data &&
    waiting.data &&
    waitingLines(toDo.data, waiting.data, {
      seesSkus: pageAccess.skus(me),
      seesTemplates: pageAccess.templates(me),
    })
  const open = lines?.filter(({ total }) => total > 0)
  return (
    <section className={styles['card']} aria-labelledby="home-waiting">
      <div className={styles['head']}>
        <h2 id="home-waiting">
          {t('home.waiting')} <small>{t('home.urgentFirst')}</small>
        </h2>
        <Suspense>
          <MeaningsMark
            label={t('home.meaning', { figure: t('home.waiting') })}
            meanings={(lines ?? []).map(({ kind }) => ({ name: t(`home.kind.${kind}`), of: kind }))}
          />
        </Suspense>
      </div>
      <ul>
        {open?.map((line, at) => (
          <Line key={line.kind} line={line} waiting={waiting.data} isFirst={at === 0} />
        )) ??
          Array.from({ length: 5 }, (_, at) => (
            <li key={at} className={styles['line']}>
              <Skeleton width="100%" height={30} />
            </li>
          ))}
        {open?.length === 0 && <NothingWaits waiting={waiting.data} />}
      </ul>
      {lines && toDo.data && (
        <NothingElse clear={lines.filter(({ total }) => total === 0)} toDo={toDo.data} />
      )}
    </section>
  )
}

type LineProps = { line: WaitingLine; waiting: Waiting | undefined; isFirst: boolean }

function Line({ line, waiting, isFirst }: LineProps) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const now = useNow(60_000)
  const { kind, total, to, search } = line
  const mayDo = (one: WaitingKind): one is Work =>
    one in permissionOf && allows(me, permissionOf[one as Work])
  const label = t(`home.kind.${kind}`)
  return (
    <li className={styles['line']} data-tone={toneOf(line, now)}>
      <span className={styles['figure']}>{compact(total)}</span>
      <span className={styles['words']}>
        <strong>{label}</strong>
        <Details line={line} waiting={waiting} now={now} />
      </span>
      <Link
        to={to}
        search={search}
        className={`${buttons['button']} ${isFirst ? buttons['primary'] : ''} ${styles['button']}`}
      >
        {t(`home.do.${mayDo(kind) ? kind : 'show'}`, { figure: compact(total) })}
        <span className="visually-hidden"> · {label}</span>
      </Link>
    </li>
  )
}

function toneOf({ kind, first }: WaitingLine, now: Date): 'late' | 'soon' | undefined {
  if (kind === 'overdue') return 'late'
  if (first === null) return undefined
  const left = Date.parse(first) - now.getTime()
  return left <= 0 ? 'late' : left < soonMs ? 'soon' : undefined
}

/** "9 due today · first by 13:00 · in 2 h". */
function Details({
  line: { kind, first, dueToday, total },
  waiting,
  now,
}: Omit<LineProps, 'isFirst'> & { now: Date }) {
  const { t } = useTranslation()
  const clock = useClock()
  const at = first === null ? null : new Date(first)
  const late = at === null ? 0 : now.getTime() - at.getTime()
  const parts = [
    dueToday > 0 && t('home.dueToday', { count: dueToday, figure: count(dueToday) }),
    ...(at === null
      ? []
      : late > 0
        ? [t('queue.oldest', { left: duration(late, locale) })]
        : [t('queue.firstBy', { time: shortTime(at, now, clock) }), relativeTime(at, now, locale)]),
    kind === 'scan' && waiting && packed(waiting),
  ].filter((part) => typeof part === 'string')
  if (parts.length === 0) return null
  return <small>{parts.join(' · ')}</small>

  /** Time that the rest takes at the pace of the last hour; few parcels say nothing about a pace. */
  function packed({ packed_today: today, packed_last_hour: hour }: Waiting): string | false {
    if (today === 0) return false
    const said = t('home.packedToday', { count: today, figure: count(today) })
    if (hour < fewestPacked) return said
    return `${said}, ${t('home.pace', { left: duration(Math.ceil((total / hour) * 60) * 60_000, locale) })}`
  }
}

const fewestPacked = 5

function NothingWaits({ waiting }: { waiting: Waiting | undefined }) {
  const { t } = useTranslation()
  const clock = useClock()
  const now = useNow(60_000)
  const next = waiting && nextDeadline(waiting)
  return (
    <li className={styles['line']} data-tone="clear">
      <CircleCheck size={22} aria-hidden="true" />
      <span className={styles['words']}>
        <strong>{t('home.nothingWaits')}</strong>
        {next && (
          <Link to={paths.orders()} search={{ view: 'queue' }}>
            {t('home.nextDeadline', { time: shortTime(new Date(next), now, clock) })}
          </Link>
        )}
      </span>
    </li>
  )
}
