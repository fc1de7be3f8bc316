import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RefusalCode } from '../../../../model/order-action.ts'
import { api, ApiError } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { LaterConfirmLeave } from '../../../parts/later-confirm-leave.tsx'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { AddressFields, type AddressText, addressText } from '../create/address-fields.tsx'
import styles from './order-address.module.css'
import actionStyles from '../actions/order-actions.module.css'

/** The refusal that passes. A marketplace keeps the address, and an order that left has no other. */
const passing = 'action_open' satisfies RefusalCode

/** Lets an order of an own store go somewhere else. */
export function OrderAddress({ order }: { order: Order }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const refusal = order.refused_actions.edit
  if (!order.allowed_actions.includes('edit') && refusal !== passing) return null
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={styles['edit'] ?? ''}
        aria-label={t('orderAddress.editLabel')}
        {...(refusal === passing ? { refusal: t(`orderAddress.refusal.${passing}`) } : {})}
        onClick={() => setOpen(true)}
      >
        {t('orderAddress.edit')}
      </Button>
      {isOpen && <AddressDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddressDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  // Saves are checked against the version read at first, whatever updates of the order arrive meanwhile.
  const [read, setRead] = useState(order)
  const [text, setText] = useState(addressText(order.address))
  const save = useMutation({
    mutationFn: (address: AddressText) =>
      api('PUT /orders/{id}', { params: { id: order.id }, body: { address, updated_at: read.updated_at } }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: [...orderKeys.details, order.id] }),
  })
  const { error } = save
  const isOutdated = error instanceof ApiError && error.code === 'conflict'
  const fields = error instanceof ApiError ? fieldsOf(error) : {}

  function submit(event?: SyntheticEvent) {
    event?.preventDefault()
    save.mutate(text)
  }

  function reload() {
    setRead(order)
    setText(addressText(order.address))
    save.reset()
  }

  return (
    <ConfirmDialog
      opened
      title={t('orderAddress.title', { code: order.code })}
      confirm={isOutdated ? t('orderAddress.reload') : t('action.save')}
      busy={save.isPending}
      error={error && Object.keys(fields).length === 0 ? errorMessage(error) : null}
      onClose={onClose}
      onConfirm={isOutdated ? reload : () => submit()}
    >
      <form className={actionStyles['fields']} onSubmit={submit} noValidate>
        <AddressFields value={text} errors={fields} onChange={setText} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
      <p>{t('orderAddress.text')}</p>
      <LaterConfirmLeave
        when={JSON.stringify(text) !== JSON.stringify(addressText(read.address))}
        isSaving={save.isPending}
        text={t('orderAddress.leaveText')}
      />
    </ConfirmDialog>
  )
}

/** Answers the error messages by the field's own name. */
function fieldsOf({ fields }: ApiError): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [field.replace(/^address\./, ''), message]),
  )
}
