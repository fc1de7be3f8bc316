import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../actions/order-actions.module.css'

/** Typed text, with the version of the note that it replaces. */
type Draft = { note: string; version: number }

/** Note of the team about the order. */
export function OrderNote({ order, canEdit }: { order: Order; canEdit: boolean }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const [draft, setDraft] = useState<Draft>()
  const saved = order.note ?? ''
  const renew = () => queries.invalidateQueries({ queryKey: [...orderKeys.details, order.id] })
  const save = useMutation({
    mutationFn: ({ note, version }: Draft) =>
      api('PUT /orders/{id}', { params: { id: order.id }, body: { note, note_version: version } }),
    onSuccess: async () => {
      await renew()
      setDraft(undefined)
    },
    onError: renew,
  })
  // Keeps the typed text after a conflict; a reader who has seen the other user's note may overwrite it.
  const isOvertaken = save.error instanceof ApiError && save.error.status === 409 && draft !== undefined
  if (!canEdit && !order.note) return null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (draft === undefined) return
    save.mutate(isOvertaken ? { ...draft, version: order.note_version } : draft)
  }

  return (
    <Card>
      <form className={styles['fields']} onSubmit={submit} noValidate>
        <TextField
          label={t('order.note')}
          value={draft?.note ?? saved}
          optional
          readOnly={!canEdit}
          maxLength={1000}
          autoComplete="off"
          error={save.error ? errorMessage(save.error) : undefined}
          onChange={({ currentTarget: { value: note } }) =>
            setDraft((before) => ({ note, version: before?.version ?? order.note_version }))
          }
        />
        {isOvertaken && <p className={styles['theirs']}>{t('order.noteNow', { note: saved || '–' })}</p>}
        {draft !== undefined && draft.note !== saved && (
          <div className={styles['buttons']}>
            <Button variant="primary" size="small" type="submit" busy={save.isPending}>
              {t('action.save')}
            </Button>
            <Button
              size="small"
              onClick={() => {
                setDraft(undefined)
                save.reset()
              }}
            >
              {t('action.cancel')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
