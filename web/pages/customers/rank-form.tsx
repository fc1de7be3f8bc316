import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../contract/endpoints.ts'
import { api, ApiError } from '../../api.ts'
import { highestFirst, type Rank, ranksQuery } from '../../parts/queries/customer-rank-queries.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { amountIn, count, plainAmount } from '../../parts/figures.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import styles from './customers-page.module.css'
import { showToast } from '../../ui/toast.ts'

/** Limits as texts, by the value of the level. */
type Limits = Record<number, string>

export function RankForm({ ranks, version: current }: { ranks: Rank[]; version: string | null }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [noAmounts, setNoAmounts] = useState<number[]>([])
  const { save, error, isSaving } = useSaveRanks()
  const { values, isChanged, version, change, drop, settle } = useFormDraft<Limits>(
    Object.fromEntries(ranks.map(({ level_value: level, limit }) => [level, plainAmount(limit)])),
    current,
    error,
  )
  const textOf = ({ level_value: level }: Rank) => values[level] ?? ''
  const invalid = error instanceof ApiError ? error.fields : {}
  const general = error && Object.keys(invalid).length === 0 ? errorMessage(error) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const limits = ranks.map((rank) => ({ level_value: rank.level_value, limit: amountIn(textOf(rank)) }))
    const known = limits.flatMap(({ limit, ...rank }) => (limit === undefined ? [] : [{ ...rank, limit }]))
    setNoAmounts(limits.flatMap((rank) => (rank.limit === undefined ? [rank.level_value] : [])))
    if (known.length < limits.length) return
    save({ ranks: known, updated_at: version }, { onSuccess: ({ meta }) => settle(meta.updated_at) })
  }

  return (
    <form onSubmit={submit} noValidate>
      <ul className={styles['ranks']}>
        {highestFirst(ranks).map((rank) => {
          const { level_value: level, name, currency, total_customer: total } = rank
          const isFirst = level === ranks[0]?.level_value
          const refused = invalid[`ranks.${level - 1}.limit`]
          return (
            <li key={level}>
              <span className={styles['name']}>
                <strong>{name}</strong>
                <span className={styles['muted']}>
                  {t('ranks.customers', { count: total, figure: count(total) })}
                </span>
              </span>
              {isFirst ? (
                <span className={styles['muted']}>{t('ranks.first')}</span>
              ) : (
                <AmountField
                  label={t('ranks.from', { rank: name })}
                  unit={currency}
                  currency={currency}
                  maxLength={20}
                  value={textOf(rank)}
                  error={noAmounts.includes(level) ? t('ranks.amountRule') : refused}
                  onChange={(event) => change({ [level]: event.currentTarget.value })}
                />
              )}
            </li>
          )
        })}
      </ul>
      {general && (
        <p className={styles['error']} role="alert">
          {general}
        </p>
      )}
      {isChanged && (
        <div className={styles['actions']}>
          <Button onClick={drop}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={isSaving}>
            {t('action.save')}
          </Button>
        </div>
      )}
      <ConfirmLeave when={isChanged} text={t('ranks.leaveText')} />
    </form>
  )
}

function useSaveRanks() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: BodyInput<'PUT /settings/update-rank-limit'>) =>
      api('PUT /settings/update-rank-limit', { body }),
    onSuccess: (saved) => {
      queries.setQueryData(ranksQuery.queryKey, saved)
      // All may have been ranked by the time that this reply is here.
      void queries.invalidateQueries({ queryKey: ranksQuery.queryKey })
      showToast({ tone: 'success', message: t('ranks.saved') })
    },
  })
  return { save: mutate, error, isSaving: isPending }
}
