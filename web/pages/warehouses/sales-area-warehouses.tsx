import { useQuery } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { FieldGroup } from '../../parts/settings/field-group.tsx'
import { warehousesQuery } from '../../parts/queries/warehouse-queries.ts'
import { IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './sales-area.module.css'

type Props = {
  chosen: number[]
  readOnly: boolean
  error: string | undefined
  onChange: (chosen: number[]) => void
}

/** The warehouses of an area, in the order in which they are asked. */
export function SalesAreaWarehouses({ chosen, readOnly, error, onChange }: Props) {
  const { t } = useTranslation()
  const { data: warehouses = [] } = useQuery(warehousesQuery)
  const nameOf = (id: number) => warehouses.find((one) => one.id === id)?.name ?? ''
  const left = warehouses.filter(({ id, status }) => status === 1 && !chosen.includes(id))
  const move = (at: number, by: 1 | -1) => {
    const [id] = chosen.slice(at, at + 1)
    if (id !== undefined && chosen[at + by] !== undefined)
      onChange(chosen.toSpliced(at, 1).toSpliced(at + by, 0, id))
  }
  return (
    <FieldGroup legend={t('salesArea.warehouses')} error={error}>
      <p className={styles['muted']}>{t('salesArea.warehousesHelp')}</p>
      <ol className={styles['places']}>
        {chosen.map((id, at) => (
          <li key={id}>
            <span>{nameOf(id)}</span>
            {!readOnly && (
              <>
                <IconButton
                  label={t('salesArea.up', { name: nameOf(id) })}
                  aria-disabled={at === 0 || undefined}
                  onClick={() => move(at, -1)}
                >
                  <ArrowUp size={16} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('salesArea.down', { name: nameOf(id) })}
                  aria-disabled={at === chosen.length - 1 || undefined}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown size={16} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('salesArea.takeOut', { name: nameOf(id) })}
                  onClick={() => onChange(chosen.filter((other) => other !== id))}
                >
                  <X size={16} aria-hidden="true" />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && left.length > 0 && (
        <SelectField
          label={t('salesArea.addWarehouse')}
          value=""
          onChange={(event) => onChange([...chosen, Number(event.currentTarget.value)])}
        >
          <option value="">{t('salesArea.choose')}</option>
          {left.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </FieldGroup>
  )
}
