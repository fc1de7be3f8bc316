import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import type { Customer } from '../../../parts/queries/customer-queries.ts'
import { Moment } from '../../../parts/when.tsx'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import styles from './persons.module.css'
import { usePersonChanges } from './use-person-changes.tsx'

type Identity = Customer['identities']['data'][number]

/** The person's customers in each shop, why they belong together, and who may be the same. Nothing for a customer of one shop. */
export function IdentitiesCard({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const change = usePersonChanges()
  const mayEdit = allows(me, 'customers.edit')
  const identities = customer.identities.data
  const likely = customer.likely.data
  if (identities.length < 2 && likely.length === 0) return null
  return (
    <Card title={t('customers.person.title', { count: identities.length, figure: count(identities.length) })}>
      {identities.length > 1 && (
        <ul className={styles['identities']}>
          {identities.map((one) => (
            <li key={one.id}>
              <ChannelMark platformId={one.shop.data.platform_id} />
              <span className={styles['lines']}>
                <span>
                  {one.shop.data.system_name} · {one.name}
                </span>
                <small>
                  <Why identity={one} />
                </small>
              </span>
              <span className={styles['figure']}>
                {t('customers.orderCount', { count: one.total_order, figure: count(one.total_order) })}
              </span>
              {mayEdit && (
                <Button
                  size="small"
                  variant="quiet"
                  busy={change.isPending && 'id' in change.variables && change.variables.id === one.id}
                  aria-label={t('customers.person.separateOne', {
                    name: one.name,
                    shop: one.shop.data.system_name,
                  })}
                  onClick={() => change.mutate({ kind: 'separate', id: one.id })}
                >
                  {t('customers.person.separate')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {likely.map(({ id, reason, customer: other }) => (
        <div key={id} className={styles['likely']}>
          <p>
            {t(`customers.person.reason.${reason}`)}: <strong>{other.name}</strong>,{' '}
            {other.shops.data.map((shop) => shop.system_name).join(', ')}
          </p>
          {mayEdit && <Answers id={id} name={other.name} />}
        </div>
      ))}
    </Card>
  )
}

function Why({ identity }: { identity: Identity }) {
  const { t } = useTranslation()
  const { phone, email, joined_how: how, joined_by: by, joined_at: at } = identity
  const contact = phone ?? email
  if (how === null) return <>{contact}</>
  return (
    <>
      {contact && `${contact} · `}
      {how === 'hand' ? t('customers.person.mergedBy', { name: by ?? '' }) : t(`customers.person.why.${how}`)}
      {how === 'hand' && at && (
        <>
          {' '}
          <Moment at={at} />
        </>
      )}
    </>
  )
}

/** The two answers to whether two customers are the same person. */
export function Answers({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation()
  const change = usePersonChanges()
  return (
    <span className={styles['answers']}>
      <Button
        size="small"
        busy={change.isPending}
        aria-label={t('customers.person.mergeOne', { name })}
        onClick={() => change.mutate({ kind: 'accept', id })}
      >
        {t('customers.person.merge')}
      </Button>
      <Button
        size="small"
        variant="quiet"
        busy={change.isPending}
        aria-label={t('customers.person.refuseOne', { name })}
        onClick={() => change.mutate({ kind: 'refuse', id })}
      >
        {t('customers.person.refuse')}
      </Button>
    </span>
  )
}
