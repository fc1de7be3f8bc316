import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { usePageTitle } from '../../../parts/page-title.ts'
import { pageAccess } from '../../../page-access.ts'
import { HelpLink } from '../../../parts/help-link.tsx'
import { ConfirmLeave } from '../../../parts/settings/confirm-leave.tsx'
import { useFirstError } from '../../../parts/settings/use-first-error.ts'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, DrawerFrame } from '../../../ui/drawer-frame.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { ManualOrderForm } from './manual-order-form.tsx'
import styles from './manual-order.module.css'
import { LoadError } from '../../../parts/load-error.tsx'
import { orderKeys } from '../../../parts/queries/order-queries.ts'
import { emptyOrder, isBegun, type OrderText, toWritten, type WritableShop } from './manual-order.ts'

/** An order that was taken by phone or over the counter, written down for an own store. */
export function ManualOrderDrawer() {
  const { t } = useTranslation()
  usePageTitle(t('manualOrder.title'))
  const navigate = useNavigate()
  const close = () => void navigate({ to: paths.orders(), search: true, resetScroll: false })
  return (
    <DrawerFrame title={<h2>{t('manualOrder.title')}</h2>} onClose={close}>
      <Shops />
    </DrawerFrame>
  )
}

function Shops() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data, error, refetch } = useQuery({
    queryKey: ['writable-shops'],
    queryFn: async ({ signal }) => (await api('GET /orders/new/shops', { signal })).data,
  })
  if (error) return <LoadError title={t('manualOrder.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton width="60%" height={36} />
  if (data.length === 0)
    return (
      <EmptyState title={t('manualOrder.noShop')} text={t('manualOrder.noShopText')}>
        {pageAccess.channels(me) && (
          <Button variant="primary" onClick={() => void navigate({ to: paths.channels() })}>
            {t('channels.link')}
          </Button>
        )}
        <HelpLink answer="new-order" />
      </EmptyState>
    )
  return <Writing shops={data} />
}

function Writing({ shops }: { shops: WritableShop[] }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [text, setText] = useState<OrderText>({ ...emptyOrder, shopId: shops[0]?.id ?? null })
  const shop = shops.find(({ id }) => id === text.shopId) ?? shops[0]
  const [draftId, setDraftId] = useState<number>()
  const write = useMutation({
    mutationFn: (chosen: WritableShop) => api('POST /orders', { once: true, body: toWritten(text, chosen) }),
    onSuccess: ({ data }) => setDraftId(data.id),
  })
  const draft = useDraft(draftId)
  const isUnderWay = draftId !== undefined && draft?.state !== 'failed'
  const form = useRef<HTMLFormElement>(null)
  useFirstError(form, write.error)
  const fields = write.error instanceof ApiError ? write.error.fields : {}
  if (!shop) return null

  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isUnderWay || write.isPending) return
        setDraftId(undefined)
        write.mutate(shop)
      }}
    >
      <ManualOrderForm shops={shops} shop={shop} text={text} errors={fields} onChange={setText} />
      <Card>
        <div className={styles['end']}>
          {write.error && (
            <p className={styles['error']} role="alert">
              {Object.keys(fields).length > 0 ? t('manualOrder.invalid') : errorMessage(write.error)}
            </p>
          )}
          {draft?.error && (
            <p className={styles['error']} role="alert">
              <strong>{t('manualOrder.refused')}</strong> {draft.error.message}
            </p>
          )}
          <output>
            {isUnderWay &&
              (draft?.code ? t('manualOrder.made', { code: draft.code }) : t('manualOrder.underWay'))}
          </output>
          <Button variant="primary" type="submit" busy={write.isPending || isUnderWay}>
            {t('manualOrder.save')}
          </Button>
        </div>
      </Card>
      <ConfirmLeave
        when={isBegun(text)}
        isSaving={isUnderWay || write.isPending}
        text={t('manualOrder.leaveText')}
      />
    </form>
  )
}

/** Poll interval of a draft: stores answer within seconds. */
const pollMs = 700

/** Polls a draft for its result; opens the order as soon as it has arrived. */
function useDraft(id: number | undefined) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['order-draft', id],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/drafts/{id}', { params: { id: id ?? 0 }, signal })).data,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'failed' || state.data?.order_id ? false : pollMs),
  })
  const orderId = data?.order_id ?? null
  useEffect(() => {
    if (orderId === null) return
    // Refetches at once: the reader looks for his own new order. Other new orders wait until the reader requests them.
    void queries.invalidateQueries({ queryKey: orderKeys.lists })
    void navigate({ to: paths.order(orderId), search: true, replace: true, resetScroll: false })
  }, [orderId, navigate, queries])
  return id === undefined ? undefined : data
}
