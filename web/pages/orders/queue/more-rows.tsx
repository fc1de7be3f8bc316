import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './queue.module.css'

type Props = {
  result: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
}

/** Behind the last row: further ones come as soon as it is nearly in sight, and at a press. */
export function MoreRows({ result }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const place = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => {
    if (!result.isFetching) void result.fetchNextPage()
  })
  const { hasNextPage, isFetching, isFetchNextPageError: hasFailed } = result
  useEffect(() => {
    // After a failure somebody presses the button.
    if (!hasNextPage || isFetching || hasFailed || !place.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: '300px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFetching, hasFailed])
  if (!hasNextPage) return null
  return (
    <div className={styles['more']} ref={place}>
      {hasFailed && <span role="alert">{errorMessage(result.error)}</span>}
      <Button busy={result.isFetchingNextPage} onClick={() => void result.fetchNextPage()}>
        {t('queue.more')}
      </Button>
    </div>
  )
}
