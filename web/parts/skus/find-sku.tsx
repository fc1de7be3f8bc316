import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadError } from '../load-error.tsx'
import { skuListQuery, type SkuRow } from '../queries/sku-queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import styles from './skus.module.css'

type Props = { except?: number[]; action: string; onPick: (sku: SkuRow) => void }

/** SKUs by a keyword, each with a button, which `action` names. */
export function FindSku({ except = [], action, onPick }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const {
    data: page,
    error,
    refetch,
  } = useQuery({
    ...skuListQuery({ keyword, limit: 8 }),
    enabled: keyword !== '',
  })
  const found = keyword === '' ? undefined : page?.data
  return (
    <div>
      <TextField
        label={t('merge.find')}
        optional
        autoComplete="off"
        maxLength={255}
        value={typed}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && <LoadError title={t('skus.failed')} error={error} onRetry={refetch} />}
      {found?.length === 0 && <p className={styles['muted']}>{t('skus.noMatch')}</p>}
      <ul aria-label={t('skus.sku')} aria-live="polite">
        {found?.map((sku) => (
          <li key={sku.id} className={styles['row']}>
            <span className={styles['lines']}>
              <span title={sku.name}>{sku.name}</span>
              <small>{sku.prime_sku}</small>
            </span>
            <Button
              type="button"
              size="small"
              disabled={except.includes(sku.id)}
              aria-label={`${action} · ${sku.name}`}
              onClick={() => onPick(sku)}
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
