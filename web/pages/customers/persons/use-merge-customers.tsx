import Merge from 'lucide-react/icons/merge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { count } from '../../../parts/figures.ts'
import type { CustomerRow } from '../../../parts/queries/customer-queries.ts'
import { usePersonChanges } from './use-person-changes.tsx'

const most = 10

/** Merges chosen customers into one, after a question that says what happens. */
export function useMergeCustomers(rows: CustomerRow[], onDone: () => void) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const change = usePersonChanges()
  const isPossible = rows.length >= 2 && rows.length <= most
  return {
    action: {
      name: 'merge',
      label: t('customers.person.merge'),
      icon: <Merge size={15} aria-hidden="true" />,
      key: 'm',
      refusal: isPossible ? undefined : t('customers.person.howMany', { most }),
      run: () => setAsks(isPossible),
    },
    dialog: (
      <ConfirmDialog
        opened={asks}
        title={t('customers.person.mergeTitle', { count: rows.length, figure: count(rows.length) })}
        confirm={t('customers.person.merge')}
        busy={change.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() =>
          change.mutate(
            { kind: 'merge', ids: rows.map(({ id }) => id) },
            {
              onSuccess: onDone,
              onSettled: () => setAsks(false),
            },
          )
        }
      >
        <p>
          {rows
            .map(({ name, shops }) => `${name} (${shops.data.map((one) => one.system_name).join(', ')})`)
            .join(' · ')}
        </p>
        <p>{t('customers.person.mergeText')}</p>
      </ConfirmDialog>
    ),
  }
}
