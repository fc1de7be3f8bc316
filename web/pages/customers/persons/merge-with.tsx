import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import {
  type Customer,
  customerListQuery,
  type CustomerRow,
} from '../../../parts/queries/customer-queries.ts'
import { Moment } from '../../../parts/when.tsx'
import { SpentAmount } from '../../../parts/spent-amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import styles from './persons.module.css'
import { usePersonChanges } from './use-person-changes.tsx'

const shown = 6

/** Finds the customer who is the same person, and shows both side by side before they are merged. */
export function MergeWith({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation()
  const [other, setOther] = useState<CustomerRow>()
  const change = usePersonChanges()
  return (
    <Dialog
      opened
      size={620}
      title={t('customers.person.mergeWithTitle', { name: customer.name })}
      onClose={onClose}
    >
      <div className={styles['with']}>
        {other ? (
          <Both customer={customer} other={other} />
        ) : (
          <Find customer={customer} onChoose={setOther} />
        )}
        {other && <p className={styles['muted']}>{t('customers.person.mergeText')}</p>}
        <div className={styles['ends']}>
          <Button onClick={other ? () => setOther(undefined) : onClose}>
            {t(other ? 'customers.person.chooseOther' : 'action.cancel')}
          </Button>
          {other && (
            <Button
              variant="primary"
              busy={change.isPending}
              onClick={() =>
                change.mutate({ kind: 'merge', ids: [customer.id, other.id] }, { onSettled: onClose })
              }
            >
              {t('customers.person.merge')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Find({ customer, onChoose }: { customer: Customer; onChoose: (row: CustomerRow) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const query = customerListQuery({ keyword, limit: shown + 1 })
  const messageOf = useErrorMessage()
  const { data, error, isFetching } = useQuery({ ...query, enabled: keyword !== '' })
  const own = new Set([customer.id, ...customer.identities.data.map(({ id }) => id)])
  const found = keyword === '' ? [] : (data?.data ?? []).filter(({ id }) => !own.has(id)).slice(0, shown)
  return (
    <>
      <TextField
        label={t('customers.person.find')}
        type="search"
        autoComplete="off"
        data-autofocus
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className={styles['found']} aria-busy={isFetching} aria-label={t('customers.person.found')}>
        {found.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => onChoose(row)}>
              <strong>{row.name}</strong>
              <span>{[row.phone ?? row.email, shopsOf(row)].filter(Boolean).join(' · ')}</span>
              <span>
                {t('customers.orderCount', { count: row.total_order, figure: count(row.total_order) })}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {error && keyword !== '' && <p role="alert">{messageOf(error)}</p>}
      {data && !error && keyword !== '' && !isFetching && found.length === 0 && (
        <output className={styles['muted']}>{t('customers.person.nobody')}</output>
      )}
    </>
  )
}

const shopsOf = ({ shops }: CustomerRow) => shops.data.map(({ system_name: name }) => name).join(', ')

function Both({ customer, other }: { customer: Customer; other: CustomerRow }) {
  const { t } = useTranslation()
  const lines: [label: string, of: (one: CustomerRow) => ReactNode][] = [
    [t('customers.person.contact'), (one) => [one.phone, one.email].filter(Boolean).join(' · ') || '–'],
    [t('customers.person.shops'), shopsOf],
    [t('customers.orders'), (one) => count(one.total_order)],
    [t('customers.spent'), (one) => <SpentAmount of={one} />],
    [
      t('customers.latestOrder'),
      (one) => (one.latest_order_date ? <Moment at={one.latest_order_date} /> : '–'),
    ],
    [t('customers.note'), (one) => one.note ?? '–'],
  ]
  return (
    <table className={styles['both']}>
      <thead>
        <tr>
          <th scope="col">{t('customers.customer')}</th>
          <th scope="col">{customer.name}</th>
          <th scope="col">{other.name}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, of]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{of(customer)}</td>
            <td>{of(other)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
