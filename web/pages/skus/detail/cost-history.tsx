import { useInfiniteQuery, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { type CostMethod, costMethods } from '../../../../model/sku-cost.ts'
import { api, ApiError } from '../../../api.ts'
import { AmountField } from '../../../parts/amount-field.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { amountIn, amountText, count, plainAmount } from '../../../parts/figures.ts'
import { LaterConfirmLeave } from '../../../parts/later-confirm-leave.tsx'
import { LoadError } from '../../../parts/load-error.tsx'
import { type Sku, skusKey } from '../../../parts/queries/sku-queries.ts'
import { useVersion } from '../../../parts/use-version.ts'
import { When } from '../../../parts/when.tsx'
import { meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './cost-history.module.css'

type Cost = Reply<'GET /sku-centers/{id}/costs'>['data'][number]

/** The cost of a SKU as a button that opens its history. */
export function CostButton({ sku, mayEdit }: { sku: Sku; mayEdit: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { cost_price: cost, cost_currency: currency } = sku
  if (cost === null && !mayEdit) return null
  return (
    <>
      <button type="button" className={styles['open']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {cost === null || currency === null
          ? t('cost.unknown')
          : t('cost.is', { amount: amountText(cost, currency) })}
      </button>
      {isOpen && (
        <Dialog opened title={t('cost.history')} onClose={() => setOpen(false)}>
          {mayEdit && <CostForm sku={sku} />}
          <History id={sku.id} />
        </Dialog>
      )}
    </>
  )
}

function CostForm({ sku }: { sku: Sku }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const saved = sku.cost_price === null ? '' : plainAmount(sku.cost_price)
  const [typed, setTyped] = useState<string | null>(null)
  const [method, setMethod] = useState<CostMethod>(sku.cost_method)
  const [reason, setReason] = useState('')
  const cost = typed ?? saved
  const isChanged = cost.trim() !== saved || method !== sku.cost_method
  const save = useMutation({
    mutationFn: (body: BodyInput<'PUT /sku-centers/{id}'>) =>
      api('PUT /sku-centers/{id}', { params: { id: sku.id }, body }),
    onSuccess: async ({ data }) => {
      showToast({ tone: 'success', message: t('skus.saved', { name: data.name }) })
      setTyped(null)
      setReason('')
      await queries.invalidateQueries({ queryKey: skusKey })
    },
  })
  const version = useVersion(sku.updated_at, isChanged, save.error)
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const general =
    save.error && !fields['cost_price'] && !fields['cost_reason'] ? errorMessage(save.error) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate({
      // Text that is no amount is sent as one that the server refuses, so that the field says so.
      ...(cost.trim() !== saved && { cost_price: cost.trim() === '' ? null : (amountIn(cost) ?? -1) }),
      cost_method: method,
      cost_reason: reason.trim() || null,
      updated_at: version,
    })
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <AmountField
        label={t('cost.each')}
        unit={me.currency}
        currency={me.currency}
        maxLength={20}
        value={cost}
        error={fields['cost_price']}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SelectField
        label={t('cost.method')}
        help={t(`cost.methodHelp.${method}`)}
        value={method}
        onChange={(event) => setMethod(event.currentTarget.value === 'average' ? 'average' : 'fixed')}
      >
        {costMethods.map((one) => (
          <option key={one} value={one}>
            {t(`cost.methods.${one}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('moveStock.reason')}
        optional
        value={reason}
        maxLength={255}
        error={fields['cost_reason']}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {general && (
        <p className={styles['error']} role="alert">
          {general}
        </p>
      )}
      <LaterConfirmLeave
        when={isChanged || reason.trim() !== ''}
        isSaving={save.isPending}
        text={t('skus.leaveText')}
      />
      <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
        {t('action.save')}
      </Button>
    </form>
  )
}

function History({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...skusKey, 'one', id, 'costs'],
    queryFn: ({ signal, pageParam }) =>
      api('GET /sku-centers/{id}/costs', {
        params: { id },
        query: { limit: 20, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next_after,
  })
  const costs = data?.pages.flatMap((page) => page.data)
  if (error && !data)
    return <LoadError title={t('cost.failed')} error={error} onRetry={() => void refetch()} />
  if (!costs) return <Skeleton width="100%" height={60} />
  if (costs.length === 0) return <p className={styles['muted']}>{t('cost.none')}</p>
  return (
    <>
      <ul className={styles['history']} aria-label={t('cost.history')}>
        {costs.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('movements.more')}
        </Button>
      )}
    </>
  )
}

function Row({ one }: { one: Cost }) {
  const { t } = useTranslation()
  const { quantity, unit_cost: unit, currency } = one
  const why =
    quantity !== null && unit !== null
      ? t('cost.received', { count: quantity, figure: count(quantity), amount: amountText(unit, currency) })
      : t(`cost.methods.${one.method}`)
  return (
    <li>
      <span>{why}</span>
      <b>{one.cost === null ? '–' : amountText(one.cost, currency)}</b>
      <small>
        <When at={one.since} /> ·{' '}
        {[one.user.name, one.reason && `“${one.reason}”`].filter(Boolean).join(' · ')}
      </small>
    </li>
  )
}
