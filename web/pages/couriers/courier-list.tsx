import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  connectedCouriersQuery,
  type ConnectedCourier,
  connectedFirst,
  type Courier,
  couriersQuery,
} from '../../parts/queries/courier-queries.ts'
import { BeginHere, useInstruction } from '../../parts/begin-here.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import styles from './courier.module.css'
import type { CourierText } from './courier-keys-form.tsx'
import { SettingList } from '../../parts/settings/setting-list.tsx'

/** The couriers of the account, and those that it could have. */
export function CourierList() {
  const { t } = useTranslation()
  const couriers = useQuery({ ...couriersQuery, select: connectedFirst })
  const { data: connected } = useQuery(connectedCouriersQuery)
  const firstOpen = couriers.data?.find((courier) => courier.is_set_up && !courier.is_connected)
  return (
    <section className={styles['section']} aria-labelledby="couriers">
      <h2 id="couriers">{t('courier.title')}</h2>
      <p className={styles['muted']}>{t('courier.text')}</p>
      <SettingList
        rows={couriers}
        help="connect-courier"
        labels={{ failed: t('courier.failed'), none: t('courier.none'), noneText: t('courier.noneText') }}
      >
        {(courier) => (
          <CourierRow
            courier={courier}
            account={connected?.find(({ id }) => id === courier.id)}
            isFirst={courier.id === firstOpen?.id}
          />
        )}
      </SettingList>
    </section>
  )
}

type RowProps = {
  courier: Courier
  account: ConnectedCourier | undefined
  /** The first that could be connected: the one that the first steps point at. */
  isFirst: boolean
}

function CourierRow({ courier, account, isFirst }: RowProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const instruction = useInstruction()
  const { code, name, is_connected: isConnected, is_set_up: isSetUp } = courier
  const what = isConnected ? t('courier.edit') : t('courier.connect')
  const button = (
    <Button
      size="small"
      aria-label={`${what}: ${name}`}
      onClick={() => void instruction.forget().then(() => navigate({ to: paths.courier(code) }))}
    >
      {what}
    </Button>
  )
  return (
    <div className={styles['courier']}>
      <div className={styles['lines']}>
        <span className={styles['head']}>
          <Link to={paths.courier(code)} className={styles['name']}>
            {name}
          </Link>
          {isConnected && <StatusPill account={account} />}
        </span>
        {account ? (
          <>
            <span className={styles['muted']}>
              {account.account_label} · {t('courier.since')} <When at={account.connected_at} />
            </span>
            <span className={styles['muted']}>{secretsOf(courier, account).join(' · ')}</span>
          </>
        ) : (
          <span className={styles['muted']}>
            {isSetUp ? t(`courier.for.${code as CourierText}`) : t('courier.notSetUp')}
          </span>
        )}
      </div>
      {(isConnected || isSetUp) && (
        <span className={styles['button']}>
          <BeginHere isOn={isFirst && instruction.isOn}>{button}</BeginHere>
        </span>
      )}
    </div>
  )
}

export function StatusPill({ account }: { account: ConnectedCourier | undefined }) {
  const { t } = useTranslation()
  return account?.status === 0 ? (
    <Pill hue="red">{t('courier.refusedKeys')}</Pill>
  ) : (
    <Pill hue="green">{t('courier.connected')}</Pill>
  )
}

/** Lists the secret keys of the account, as far as they are shown. */
function secretsOf({ needs }: Courier, { keys }: ConnectedCourier): string[] {
  return needs.flatMap(({ name, is_secret: isSecret }) => (isSecret && keys[name] ? [keys[name]] : []))
}
