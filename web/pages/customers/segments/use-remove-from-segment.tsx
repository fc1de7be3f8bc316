import { useQuery, useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { forgetMembers, segmentsQuery } from '../../../parts/queries/customer-queries.ts'
import { showToast } from '../../../ui/toast.ts'

/** Takes chosen customers out of the segment that the list shows; null where it shows none that is kept by hand. */
export function useRemoveFromSegment(segmentId: number | undefined, ids: number[], onDone: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const { data: segments } = useQuery({ ...segmentsQuery, enabled: segmentId !== undefined })
  const segment = segments?.find(({ id, rules }) => id === segmentId && rules === null)
  if (!segment) return null
  async function remove(id: number, name: string): Promise<void> {
    try {
      const { data } = await api('POST /customers/shortlists/{id}/remove-customers', {
        params: { id },
        body: { customer_ids: ids },
      })
      onDone()
      await forgetMembers(queries)
      const message = t('customers.removed', {
        count: data.removed,
        figure: count(data.removed),
        segment: name,
      })
      showToast({ tone: 'success', message })
    } catch (error) {
      showToast({ tone: 'error', message: messageOf(error) })
    }
  }
  return {
    name: 'unsegment',
    label: t('customers.removeFromSegment'),
    icon: <Trash2 size={15} aria-hidden="true" />,
    run: () => void remove(segment.id, segment.name),
  }
}
