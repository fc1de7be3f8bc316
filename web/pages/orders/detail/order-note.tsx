import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import { type NoteDraft, unsavedNotes } from '../../../parts/unsaved-notes.ts'
import { beforeSignOut, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from '../actions/order-actions.module.css'

/** Note of the team about the order. */
export function OrderNote({ order, canEdit }: { order: Order; canEdit: boolean }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const unsaved = unsavedNotes(me.id)
  const [draft, setDraft] = useState<NoteDraft | undefined>(() => unsaved.get(order.id))
  const typed = useRef(draft)
  const saved = order.note ?? ''
  const keep = (next: NoteDraft | undefined) => {
    typed.current = next
    if (next && next.note !== saved) unsaved.set(order.id, next)
    else unsaved.delete(order.id)
    setDraft(next)
  }
  useSaveOnLeaving(order, me.id)
  const renew = () => queries.invalidateQueries({ queryKey: [...orderKeys.details, order.id] })
  const save = useMutation({
    mutationFn: ({ note, version }: NoteDraft) => {
      // It is on its way: closing the order meanwhile does not save it twice.
      unsaved.delete(order.id)
      return api('PUT /orders/{id}', { params: { id: order.id }, body: { note, note_version: version } })
    },
    onSuccess: async ({ data: { note_version: version } }, sent) => {
      await renew()
      const { current: since } = typed
      if (since === undefined || since.note === sent.note) return keep(undefined)
      // Typed since: it goes over the text that was just saved.
      const next = { note: since.note, version }
      typed.current = next
      unsaved.set(order.id, next)
      setDraft(next)
    },
    onError: (_error, failed) => {
      unsaved.set(order.id, failed)
      return renew()
    },
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
            keep({ note, version: draft?.version ?? order.note_version })
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
                keep(undefined)
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

/** Saves what was typed when the order is closed, another one takes its place or the user signs out. */
function useSaveOnLeaving({ id, code }: Order, userId: number): void {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const unsaved = unsavedNotes(userId)
  const save = useEffectEvent(async () => {
    const left = unsaved.get(id)
    if (!left) return
    const body = { note: left.note, note_version: left.version }
    try {
      await api('PUT /orders/{id}', { params: { id }, body })
      if (unsaved.get(id) === left) unsaved.delete(id)
      showToast({ tone: 'success', message: t('order.noteSaved', { code }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ tone: 'error', title: t('order.noteNotSaved', { code }), message: errorMessage(error) })
    }
    await queries.invalidateQueries({ queryKey: [...orderKeys.details, id] })
  })
  useEffect(() => () => void save(), [])
  // A note that cannot be saved keeps the user here, where it stands.
  const saveFirst = useEffectEvent(async () => {
    await save()
    return unsaved.get(id) === undefined
  })
  useEffect(() => beforeSignOut(() => saveFirst()), [])
}
