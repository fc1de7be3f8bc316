import { useTranslation } from 'react-i18next'
import { currencies, isCurrency } from '../../../../model/money.ts'
import { NumberText } from '../form/number-text.tsx'
import { useDraft, useFieldProblem, useFrame } from '../form/use-draft.ts'
import { cellOfText, type VariantColumn } from './variant-columns.ts'

type Props = VariantColumn & { row: number; at: number; label: string }

/** One cell of the table: it knows its own value alone. */
export function VariantCell({ row, at, label, field, kind }: Props) {
  const { t } = useTranslation()
  const { draft, isReadOnly, currency } = useFrame()
  const decimals = isCurrency(currency) ? currencies[currency].decimals : undefined
  const path = `skus.${row}.${field}`
  const value = useDraft(({ content }) => content.skus[row]?.[field] ?? null)
  const isWrong = useFieldProblem(path) !== undefined
  const name = t(`templates.field.${field}`)
  const shared = {
    'data-cell': `${row}.${at}`,
    'data-field': path,
    'aria-label': label ? `${name} · ${label}` : name,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? `error-${path}` : undefined,
    disabled: isReadOnly,
    autoComplete: 'off',
  }
  const put = (text: string) => draft.changeSku(row, cellOfText({ field, kind }, text, currency), path)
  const isNumber = kind === 'money' || kind === 'whole'
  return (
    <td data-wrong={isWrong || undefined} data-end={isNumber || undefined}>
      {isNumber ? (
        <NumberText
          value={typeof value === 'number' ? value : null}
          decimals={kind === 'money' ? decimals : undefined}
          onChange={(number) => draft.changeSku(row, { [field]: number }, path)}
        >
          {(input) => (
            <input
              {...shared}
              {...input}
              type="text"
              inputMode="decimal"
              maxLength={20}
              onBlur={(event) => {
                input.onBlur(event)
                if (kind === 'whole' && !Number.isInteger(value ?? 0)) put(event.currentTarget.value)
                draft.leave(path)
              }}
            />
          )}
        </NumberText>
      ) : (
        <input
          {...shared}
          type={kind === 'time' ? 'datetime-local' : 'text'}
          maxLength={255}
          value={typeof value === 'string' ? (kind === 'time' ? value.replace(' ', 'T') : value) : ''}
          onChange={(event) => put(event.currentTarget.value)}
          onBlur={() => draft.leave(path)}
        />
      )}
    </td>
  )
}
