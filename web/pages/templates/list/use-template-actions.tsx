import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import type { SelectionAction } from '../../../parts/list/selection-bar.tsx'
import { templateKeys, type TemplateRow } from '../../../parts/queries/template-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { showToast } from '../../../ui/toast.ts'

const mostPublished = 500
/** Templates of one call, whose check takes a second or two. */
const inOneCall = 25
/** Left-out templates that are named; the others are those that stay drafts in the list. */
const mostNamed = 3

/** Publishing and deleting chosen templates, each after it was confirmed. */
export function useTemplateActions(rows: TemplateRow[], onDone: () => void) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [step, setStep] = useState<'publish' | 'delete' | null>(null)
  const size = { count: rows.length, figure: count(rows.length) }
  const onSettled = () => queries.invalidateQueries({ queryKey: templateKeys.lists })
  const finish = () => {
    setStep(null)
    onDone()
  }
  const [checked, setChecked] = useState(0)
  const publish = useMutation({
    mutationFn: async () => {
      const all: Reply<'POST /product-template/bulk-upload'>['data'] = { queued: [], refused: [] }
      for (let at = 0; at < rows.length; at += inOneCall) {
        setChecked(at)
        const ids = rows.slice(at, at + inOneCall).map(({ id }) => id)
        const { data } = await api('POST /product-template/bulk-upload', { body: { template_ids: ids } })
        all.queued.push(...data.queued)
        all.refused.push(...data.refused)
      }
      return all
    },
    onSuccess: ({ queued, refused }) => {
      const templates = new Set(queued.map(({ template_id: id }) => id)).size
      const title = t('templates.queuedMany', { count: templates, figure: count(templates) })
      const named = refused.slice(0, mostNamed).map(({ template_id: id, message }) => {
        const row = rows.find((one) => one.id === id)
        return `${row?.name || row?.product_sku || ''}: ${message}`
      })
      if (refused.length > mostNamed) named.push('…')
      showToast(
        refused.length > 0
          ? {
              tone: 'warning',
              title,
              message: t('templates.refusedMany', { count: refused.length, message: named.join('; ') }),
            }
          : { tone: 'success', message: title },
      )
      finish()
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id } of rows) await api('DELETE /product-template/{id}', { params: { id } })
    },
    onSuccess: () => {
      showToast({ tone: 'success', message: t('templates.deletedMany', size) })
      finish()
    },
    onSettled,
  })
  const refusal = (permission: 'products.publish' | 'products.delete') =>
    allows(me, permission) ? undefined : t('shell.noAccess')
  const actions: SelectionAction[] = [
    {
      name: 'publish-templates',
      label: t('templates.publishMany', size),
      icon: <Send size={15} aria-hidden="true" />,
      refusal:
        refusal('products.publish') ??
        (rows.length > mostPublished
          ? t('templates.mostPublished', { figure: count(mostPublished) })
          : undefined),
      run: () => {
        publish.reset()
        setStep('publish')
      },
    },
    {
      name: 'delete-templates',
      label: t('templates.delete'),
      icon: <Trash size={15} aria-hidden="true" />,
      refusal: refusal('products.delete'),
      run: () => {
        remove.reset()
        setStep('delete')
      },
    },
  ]
  const running = step === 'delete' ? remove : publish
  const dialog = (
    <ConfirmDialog
      opened={step !== null}
      title={t(step === 'delete' ? 'templates.deleteManyTitle' : 'templates.publishManyTitle', size)}
      confirm={t(step === 'delete' ? 'templates.delete' : 'templates.publish')}
      variant={step === 'delete' ? 'danger' : 'primary'}
      busy={running.isPending}
      error={running.error && errorMessage(running.error)}
      onClose={() => setStep(null)}
      onConfirm={() => running.mutate()}
    >
      <p>{t(step === 'delete' ? 'templates.deleteText' : 'templates.publishManyText')}</p>
      {publish.isPending && rows.length > inOneCall && (
        <ProgressBar percent={(100 * checked) / rows.length} label={t('templates.publishManyProgress')} />
      )}
    </ConfirmDialog>
  )
  return { actions, dialog }
}
