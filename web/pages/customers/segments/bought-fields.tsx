import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { segmentLimits, type BoughtRule } from '../../../../model/segment.ts'
import { skuListQuery, skuQuery } from '../../../parts/queries/sku-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { ChosenChips } from './chosen-chips.tsx'
import { NumberOfRule } from './number-of-rule.tsx'
import styles from './segments.module.css'

type Props = { rule: BoughtRule; refused: string | undefined; onChange: (rule: BoughtRule) => void }

/** SKUs that were bought, and within how many days. */
export function BoughtFields({ rule, refused, onChange }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const mayLook = allows(me, 'sku.view')
  const { sku_ids: ids } = rule
  const known = useQueries({ queries: ids.map((id) => ({ ...skuQuery(id), enabled: mayLook })) })
  const add = (id: number) => onChange({ ...rule, sku_ids: [...ids, id] })
  return (
    <div className={styles['more']}>
      <ChosenChips
        chosen={ids.map((id, at) => ({ value: id, label: nameOf(known[at]?.data) ?? String(id) }))}
        onRemove={(id) => onChange({ ...rule, sku_ids: ids.filter((one) => one !== id) })}
      />
      {mayLook && ids.length < segmentLimits.choices && <FindProduct except={ids} onAdd={add} />}
      <NumberOfRule
        optional
        label={t('segments.rule.days')}
        help={t('segments.rule.daysHelp')}
        value={rule.days}
        refused={refused}
        onChange={(days) => onChange({ ...rule, days })}
      />
    </div>
  )
}

const nameOf = (sku: { name: string; prime_sku: string } | undefined) =>
  sku && `${sku.name} · ${sku.prime_sku}`

function FindProduct({ except, onAdd }: { except: number[]; onAdd: (id: number) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const { data: page } = useQuery({ ...skuListQuery({ keyword, limit: 8 }), enabled: keyword !== '' })
  const found = keyword === '' ? [] : (page?.data ?? []).filter(({ id }) => !except.includes(id))
  return (
    <div>
      <TextField
        optional
        label={t('segments.rule.findProduct')}
        autoComplete="off"
        maxLength={255}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className={styles['found']} aria-live="polite">
        {found.map(({ id, name, prime_sku: code }) => (
          <li key={id}>
            <button
              type="button"
              onClick={({ currentTarget }) => {
                onAdd(id)
                setTyped('')
                // The next one is looked for in the same place, and this button goes.
                currentTarget.closest('div')?.querySelector('input')?.focus()
              }}
            >
              <span>{name}</span>
              <small>{code}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
