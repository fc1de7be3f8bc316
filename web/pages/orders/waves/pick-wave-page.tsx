import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { NotFoundPage } from '../../../parts/not-found-page.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './waves.module.css'
import { type Ticked, WaveRow } from './wave-row.tsx'
import { pickWaveQuery, type PickWave, type WaveLine, wavesKey } from './wave-queries.ts'

/** A pick wave by bin, ticked with the thumb. */
export function PickWavePage() {
  const { t } = useTranslation()
  const { waveId = '' }: { waveId?: string } = useParams({ strict: false })
  const id = Number(waveId)
  const queries = useQueryClient()
  const tick = useTick(id)
  // The wave as it is read knows nothing of ticks that are on their way.
  const {
    data: wave,
    error,
    refetch,
  } = useQuery({
    ...pickWaveQuery(id),
    ...(tick.isPending && { refetchInterval: false }),
  })
  const change = (line: number, to: (now: WaveLine) => Ticked) => {
    const now = queries.getQueryData(pickWaveQuery(id).queryKey)?.lines.find((one) => one.line === line)
    if (now) tick.mutate({ line, ...to(now) })
  }
  usePageTitle(wave?.name ?? t('wave.all'))
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  return (
    <main className={styles['page']}>
      <nav className={styles['crumbs']} aria-label={t('wave.path')}>
        <Link to={paths.orders()}>{t('area.orders')}</Link> ›{' '}
        <Link to={paths.pickWaves()}>{t('wave.all')}</Link>
      </nav>
      {error && !wave && <LoadError title={t('error.failed')} error={error} onRetry={() => void refetch()} />}
      {!error && !wave && <Skeleton width="60%" height={44} />}
      {wave && (
        <>
          <Head wave={wave} />
          <Ended wave={wave} />
          {wave.gone.length > 0 && (
            <p className={styles['warning']} role="alert">
              {t('wave.gone')} {wave.gone.map(({ code }) => code).join(', ')}
            </p>
          )}
          {[...Map.groupBy(wave.lines, ({ bin }) => bin)].map(([bin, lines]) => (
            <section key={bin ?? ''} aria-label={bin ?? t('wave.noShelf')}>
              <h2 className={styles['bin']}>{bin ?? t('wave.noShelf')}</h2>
              <ul className={styles['rows']}>
                {lines.map((line) => (
                  <WaveRow key={line.line} line={line} onTick={change} />
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </main>
  )
}

type Tick = Ticked & Pick<WaveLine, 'line'>

function useTick(id: number) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { queryKey } = pickWaveQuery(id)
  const mutationKey = ['wave', id]
  return useMutation({
    mutationKey,
    // One after the other: a tick says how many are picked, and the last one is right.
    scope: { id: mutationKey.join() },
    mutationFn: (tick: Tick) =>
      api('POST /pick-waves/{id}/ticks', { params: { id }, body: { ticks: [tick] } }),
    // Seen at once; a tick that does not arrive is taken back.
    onMutate: async (tick) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(
        queryKey,
        (before) =>
          before && {
            ...before,
            lines: before.lines.map((line) => (line.line === tick.line ? { ...line, ...tick } : line)),
          },
      )
      navigator.vibrate?.(30)
    },
    onError: (failure) =>
      showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(failure) }),
    onSettled: () =>
      queries.isMutating({ mutationKey }) === 1
        ? queries.invalidateQueries({ queryKey: wavesKey })
        : undefined,
  })
}

function Head({ wave }: { wave: PickWave }) {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  const picked = wave.lines.reduce((sum, line) => sum + line.picked, 0)
  return (
    <header className={styles['head']}>
      <div className={styles['title']}>
        <h1>{wave.name}</h1>
        <p>
          {t('wave.orders', { count: wave.order_count, figure: count(wave.order_count) })} ·{' '}
          {t('wave.picked', { done: count(picked), total: count(wave.quantity) })}
        </p>
      </div>
      <Button icon={<Printer size={16} aria-hidden="true" />} onClick={() => window.print()}>
        {t('wave.print')}
      </Button>
      <Button onClick={() => setRemoving(true)}>{t('wave.remove')}</Button>
      <div className={styles['progress']}>
        <ProgressBar percent={(100 * picked) / Math.max(1, wave.quantity)} label={t('wave.progress')} />
      </div>
      {isRemoving && <RemoveWave wave={wave} onClose={() => setRemoving(false)} />}
    </header>
  )
}

/** Short lines, and the orders that wait for them. */
function Ended({ wave }: { wave: PickWave }) {
  const { t } = useTranslation()
  const short = wave.lines.filter((line) => line.is_short)
  if (!wave.ended_at && short.length === 0) return null
  return (
    <section className={short.length > 0 ? styles['warning'] : styles['done']} aria-label={t('wave.result')}>
      {wave.ended_at && <strong>{t(short.length > 0 ? 'wave.endedShort' : 'wave.endedWhole')}</strong>}
      <ul>
        {short.map((line) => (
          <li key={line.line}>
            {t('wave.shortOf', { figure: count(line.quantity - line.picked), code: line.code })}{' '}
            {line.waiting.map(({ id, code }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <Link to={paths.order(id)}>{code}</Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemoveWave({ wave, onClose }: { wave: PickWave; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => api('DELETE /pick-waves/{id}', { params: { id: wave.id } }),
    onSuccess: async () => {
      await navigate({ to: paths.pickWaves() })
      await queries.invalidateQueries({ queryKey: wavesKey })
    },
  })
  return (
    <ConfirmDialog
      opened
      title={t('wave.removeOf', { name: wave.name })}
      confirm={t('wave.remove')}
      busy={remove.isPending}
      error={remove.error && errorMessage(remove.error)}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>{t('wave.removeText')}</p>
    </ConfirmDialog>
  )
}
