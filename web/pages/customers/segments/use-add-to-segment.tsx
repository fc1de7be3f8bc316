import { useQuery, useQueryClient } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { count } from '../../../parts/figures.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { forgetMembers, segmentsQuery } from '../../../parts/queries/customer-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './segments.module.css'

/** Puts chosen customers into a segment that is kept by hand, or begins one with them. */
export function useAddToSegment(ids: number[], onDone: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { data: segments = [], error, refetch } = useQuery({ ...segmentsQuery, enabled: opened })
  const byHand = segments.filter(({ rules }) => rules === null)

  async function finish(work: () => Promise<string>): Promise<void> {
    setBusy(true)
    try {
      const message = await work()
      await forgetMembers(queries)
      setOpened(false)
      setName('')
      onDone()
      showToast({ tone: 'success', message })
    } catch (error) {
      showToast({ tone: 'error', title: t('customers.addFailed'), message: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const add = (id: number, label: string) =>
    finish(async () => {
      const params = { id }
      const { data } = await api('POST /customers/shortlists/{id}/add-customers', {
        params,
        body: { customer_ids: ids },
      })
      return t('customers.added', { count: data.added, figure: count(data.added), segment: label })
    })
  const begin = () =>
    finish(async () => {
      await api('POST /customers/shortlists', { once: true, body: { name, customer_ids: ids } })
      return t('customers.added', { count: ids.length, figure: count(ids.length), segment: name })
    })

  return {
    action: {
      name: 'segment',
      label: t('customers.addToSegment'),
      icon: <UserPlus size={15} aria-hidden="true" />,
      run: () => setOpened(true),
    },
    dialog: (
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('customers.addToSegment')}>
        {error && <LoadError title={t('error.failed')} error={error} onRetry={refetch} />}
        <ul className={styles['choices']}>
          {byHand.map((segment) => (
            <li key={segment.id}>
              <button type="button" disabled={isBusy} onClick={() => void add(segment.id, segment.name)}>
                <span>{segment.name}</span>
                <small>{count(segment.total_customer)}</small>
              </button>
            </li>
          ))}
        </ul>
        <form
          className={styles['row']}
          onSubmit={(event) => {
            event.preventDefault()
            void begin()
          }}
        >
          <TextField
            label={t('customers.newSegment')}
            value={name}
            onChange={({ target }) => setName(target.value)}
            maxLength={255}
          />
          <Button type="submit" variant="primary" busy={isBusy} disabled={name.trim() === ''}>
            {t('customers.create')}
          </Button>
        </form>
      </Dialog>
    ),
  }
}
