import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfFile, api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { customersKey, type Customer, orderStatisticQuery } from '../../../parts/queries/customer-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './customer-drawer.module.css'

/** Handing out and erasing what is known of the person. The dialog says beforehand what stays. */
export function PersonalDataCard({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const [asks, setAsks] = useState(false)
  const { id, name } = customer
  const { data: statistic } = useQuery(orderStatisticQuery(id))
  const underWay = statistic?.delivering ?? 0
  const refusal = underWay > 0 ? t('customers.privacy.underWay', { count: underWay }) : undefined
  const erase = useMutation({
    mutationFn: () => api('POST /customers/{id}/erase', { params: { id }, body: {} }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: customersKey })
      setAsks(false)
      showToast({ tone: 'success', message: t('customers.privacy.erased') })
    },
  })
  return (
    <Card title={t('customers.privacy.menu')}>
      <div className={styles['privacy']}>
        <a
          href={addressOfFile('GET /customers/{id}/personal-data/print', { id })}
          download={`customer-${id}.pdf`}
        >
          {t('customers.privacy.pdf')}
        </a>
        <a href={addressOfFile('GET /customers/{id}/personal-data', { id })} download={`customer-${id}.json`}>
          {t('customers.privacy.json')}
        </a>
        <Button
          size="small"
          {...(refusal !== undefined && { refusal })}
          onClick={() => {
            erase.reset()
            setAsks(true)
          }}
        >
          {t('customers.privacy.erase')}
        </Button>
      </div>
      {refusal !== undefined && <p className={styles['muted']}>{refusal}</p>}
      <ConfirmDialog
        opened={asks}
        title={t('customers.privacy.eraseTitle', { name })}
        confirm={t('customers.privacy.eraseButton')}
        variant="danger"
        busy={erase.isPending}
        error={erase.error && messageOf(erase.error)}
        onClose={() => setAsks(false)}
        onConfirm={() => erase.mutate()}
      >
        <p>{t('customers.privacy.eraseText')}</p>
        <p>{t('customers.privacy.stays')}</p>
      </ConfirmDialog>
    </Card>
  )
}
