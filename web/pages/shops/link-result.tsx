import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { type Shop, shopsKey, syncPercentKey } from '../../parts/queries/shop-queries.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './link-result.module.css'

type Outcome =
  | { kind: 'none' }
  | { kind: 'linking' }
  | { kind: 'linked'; shop: Shop }
  | { kind: 'failed'; error: unknown }

/** The consent page came back with its answer in the address: hands it in once, cleans the address, says how it went. */
export function LinkResult() {
  const { t } = useTranslation()
  const search: Record<string, string> = useSearch({ strict: false })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const handedIn = useRef<string>(undefined)
  const state = search['state']

  const handIn = useEffectEvent(async (body: Record<string, string>): Promise<Outcome> => {
    try {
      const { data } = await api('POST /shops/callback', { body })
      void queries.invalidateQueries({ queryKey: shopsKey })
      void queries.invalidateQueries({ queryKey: syncPercentKey })
      return { kind: 'linked', shop: data }
    } catch (error) {
      return { kind: 'failed', error }
    }
  })

  useEffect(() => {
    if (state === undefined || handedIn.current === state) return
    handedIn.current = state
    setOutcome({ kind: 'linking' })
    // A second use of the same code is refused, so a reload must not find it again.
    void navigate({ to: paths.channels(), search: {}, replace: true })
    void handIn(search).then(setOutcome)
  }, [state, search, navigate])

  if (outcome.kind === 'none') return null
  const close = (
    <IconButton label={t('action.close')} onClick={() => setOutcome({ kind: 'none' })}>
      <X size={16} aria-hidden="true" />
    </IconButton>
  )
  if (outcome.kind === 'linking') {
    return (
      <output className={styles['banner']}>
        <span className={styles['spinner']} />
        <span className={styles['words']}>{t('channels.linking')}</span>
      </output>
    )
  }
  if (outcome.kind === 'linked') {
    return (
      <output className={styles['banner']} data-tone="good">
        <CircleCheck size={18} aria-hidden="true" />
        <span className={styles['words']}>
          <strong>{t('channels.linked', { shop: outcome.shop.name })}</strong> {t('channels.firstSync')}
        </span>
        {close}
      </output>
    )
  }
  return (
    <div className={styles['banner']} data-tone="bad" role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      <span className={styles['words']}>
        <strong>{t('channels.notLinked')}</strong> {errorMessage(outcome.error)} {nextStep(outcome.error)}
      </span>
      {close}
    </div>
  )

  function nextStep(error: unknown): string {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'shop_linked_elsewhere') return t('channels.next.linkedElsewhere')
    if (code === 'channel_unreachable' || code === 'no_response') return t('channels.next.unreachable')
    return t('channels.next.again')
  }
}
