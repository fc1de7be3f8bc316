import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { language, locale } from '../page-language.ts'
import { meQuery } from '../session.ts'
import {
  type Clock,
  dayOf,
  fullTime,
  minuteTime,
  isJustNow,
  relativeTime,
  shortTime,
  timeAndDay,
} from './dates.ts'
import styles from './when.module.css'

/** The account's time zone and the reader's language. */
export function useClock(): Clock {
  const { data: me } = useSuspenseQuery(meQuery)
  return { language, locale, timeZone: me.timezone }
}

/** `deadline`: to the minute, also on hover. */
type WhenProps = { at: string; relative?: boolean; deadline?: boolean }

/** A moment: short or relative, with the whole of it on hover. */
export function When({ at, relative = false, deadline = false }: WhenProps) {
  const clock = useClock()
  const now = useNow(relative ? 1000 : 60_000)
  const moment = new Date(at)
  const { t } = useTranslation()
  const text = !relative
    ? shortTime(moment, now, clock)
    : isJustNow(moment, now)
      ? t('time.justNow')
      : relativeTime(moment, now, locale)
  return (
    <time data-whole="" dateTime={at} title={(deadline ? minuteTime : fullTime)(moment, clock)}>
      {text}
    </time>
  )
}

/** A moment in a row of two lines: the time, and under it the day unless it is today. */
export function Moment({ at, deadline = false }: Omit<WhenProps, 'relative'>) {
  const clock = useClock()
  const now = useNow(60_000)
  const moment = new Date(at)
  const { time, day } = timeAndDay(moment, now, clock)
  return (
    <time
      className={styles['moment']}
      data-whole=""
      dateTime={at}
      title={(deadline ? minuteTime : fullTime)(moment, clock)}
    >
      {time}
      {day && <small>{day}</small>}
    </time>
  )
}

/** The present, renewed at most every so many milliseconds, at the same tick for everybody who asks. */
export function useNow(everyMs: number): Date {
  const tick = useSyncExternalStore(subscribeTo(everyMs), () => Math.floor(Date.now() / everyMs))
  return new Date(tick * everyMs)
}

/** The present, the same moment until the account's next day begins: a page that stays open goes on to it. */
export function useDay(): Date {
  const { timeZone } = useClock()
  const now = useNow(60_000)
  const [day, setDay] = useState(now)
  if (dayOf(day, timeZone) !== dayOf(now, timeZone)) setDay(now)
  return day
}

const subscriptions = new Map<number, (changed: () => void) => () => void>()

function subscribeTo(everyMs: number) {
  const known = subscriptions.get(everyMs)
  if (known) return known
  const subscribe = (changed: () => void) => {
    const timer = setInterval(changed, everyMs)
    return () => clearInterval(timer)
  }
  subscriptions.set(everyMs, subscribe)
  return subscribe
}
