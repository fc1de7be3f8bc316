import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostBulkTemplates, mostOpenBulkPublishes } from '../../../../model/bulk-publish.ts'
import { api, ApiError } from '../../../api.ts'
import { later } from '../../../later.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import type { SelectionAction } from '../../../parts/list/selection-bar.tsx'
import { templateKeys, type TemplateRow } from '../../../parts/queries/template-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { withTexts } from '../../../texts.ts'
import { showToast } from '../../../ui/toast.ts'

const loadDialog = withTexts(() => import('../missing/missing-dialog.tsx'), 'templates', 'bulkDialogs')
const MissingDialog = later(async () => ({ default: (await loadDialog()).MissingDialog }))

const mostPublished = mostBulkTemplates * mostOpenBulkPublishes
const mostFilled = 1000

/** Publishing and deleting chosen templates, each after it was confirmed, and filling in what they lack. */
export function useTemplateActions(rows: TemplateRow[], onDone: () => void) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [step, setStep] = useState<'publish' | 'missing' | 'delete' | null>(null)
  const taken = useRef(0)
  const size = { count: rows.length, figure: count(rows.length) }
  const onSettled = () => queries.invalidateQueries({ queryKey: templateKeys.lists })
  const finish = () => {
    setStep(null)
    onDone()
  }
  const publish = useMutation({
    mutationFn: async () => {
      const ids = rows.map(({ id }) => id)
      // A retry goes on behind what was taken.
      for (const some of chunksOf(ids.slice(taken.current), mostBulkTemplates)) {
        await api('POST /product-template/bulk-upload', { once: true, body: { template_ids: some } })
        taken.current += some.length
      }
    },
    onSuccess: () => {
      showToast({ tone: 'success', message: t('templates.bulkStarted') })
      finish()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: templateKeys.bulk }),
  })
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id } of rows) await deleteTemplate(id)
    },
    onSuccess: () => {
      showToast({ tone: 'success', message: t('templates.deletedMany', size) })
      finish()
    },
    onSettled,
  })
  const refusal = (permission: 'products.publish' | 'products.edit' | 'products.delete') =>
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
        taken.current = 0
        setStep('publish')
      },
    },
    {
      name: 'fill-missing',
      label: t('templates.fillMissing'),
      icon: <Pencil size={15} aria-hidden="true" />,
      refusal:
        refusal('products.edit') ??
        (rows.length > mostFilled ? t('templates.mostFilled', { figure: count(mostFilled) }) : undefined),
      run: () => setStep('missing'),
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
  const dialog =
    step === 'missing' ? (
      <Suspense fallback={null}>
        <MissingDialog ids={rows.map(({ id }) => id)} onClose={() => setStep(null)} onLeave={finish} />
      </Suspense>
    ) : (
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
      </ConfirmDialog>
    )
  return { actions, dialog }
}

/** One that is gone by now, as after a try that failed at another, is what was wanted. */
async function deleteTemplate(id: number): Promise<void> {
  try {
    await api('DELETE /product-template/{id}', { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
