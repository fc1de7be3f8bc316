import { useSuspenseQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountIn, amountText, count, plainAmount } from '../../../parts/figures.ts'
import type { Sku } from '../../../parts/queries/sku-queries.ts'
import { fieldsOf, SettingForm } from '../../../parts/settings/setting-form.tsx'
import { meQuery } from '../../../session.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { type DraftPart, PartsField } from './parts-field.tsx'

export type SkuBody = {
  prime_sku: string
  name: string
  barcode: string | null
  bin: string | null
  image: string | null
  threshold: number | null
  /** Only where they were changed. */
  parts?: { sku_id: number; quantity: number }[]
  cost_price?: number | null
}

const fields = [
  { name: 'name', label: 'skus.name', longest: 255 },
  { name: 'prime_sku', label: 'skus.code', longest: 100 },
  { name: 'barcode', label: 'skus.barcode', longest: 64 },
  { name: 'bin', label: 'skus.bin', longest: 40 },
  { name: 'image', label: 'skus.image', longest: 2000 },
  { name: 'threshold', label: 'lowStock.threshold', longest: 7 },
  { name: 'cost_price', label: 'cost.each', longest: 20 },
] as const
type Values = Record<(typeof fields)[number]['name'], string>

type Props = {
  sku: Sku | undefined
  /** Values that a new one begins with. */
  begun?: Partial<Values> | undefined
  isSaving: boolean
  error: Error | null
  onSave: (body: SkuBody) => void
  onCancel: () => void
  /** Told of each change, so that a version is kept with the draft. */
  onChange?: (isChanged: boolean) => void
}

/** The details of a SKU. Without one, those of a new one. */
export function SkuForm({ sku, begun = {}, isSaving, error, onSave, onCancel, onChange }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const saved = valuesOf(sku)
  const [draft, setDraft] = useState(begun)
  const values = { ...saved, ...draft }
  const [parts, setParts] = useState<DraftPart[] | null>(null)
  const isChanged = parts !== null || fields.some(({ name }) => values[name] !== saved[name])
  const invalid = fieldsOf(error)
  return (
    <SettingForm
      isNew
      isChanged={isChanged && !isSaving}
      isSaving={isSaving}
      save={t(sku ? 'action.save' : 'skus.create')}
      leaveText={t('skus.leaveText')}
      error={error}
      onSave={() => onSave({ ...bodyOf(values, sku), ...(parts && { parts: parts.map(partOf) }) })}
      onCancel={onCancel}
    >
      {fields.map(({ name, label, longest }) => (
        <TextField
          key={name}
          label={t(label)}
          value={values[name]}
          optional={name !== 'name' && name !== 'prime_sku'}
          maxLength={longest}
          autoComplete="off"
          inputMode={name === 'threshold' ? 'numeric' : name === 'cost_price' ? 'decimal' : 'text'}
          error={invalid[name]}
          onChange={(event) => {
            const next = { ...draft, [name]: event.currentTarget.value }
            setDraft(next)
            onChange?.(true)
          }}
          {...(name === 'cost_price' && costHelp(values[name], me.currency, t))}
          {...(name === 'threshold'
            ? {
                help: sku ? t('skus.thresholdHelp', { level: count(sku.threshold) }) : t('skus.thresholdNew'),
              }
            : {})}
        />
      ))}
      <PartsField
        skuId={sku?.id}
        isBundle={(sku?.parts.data.length ?? 0) > 0}
        parts={parts ?? (sku ? partsOf(sku) : [])}
        invalid={invalid}
        onChange={(next) => {
          setParts(next)
          onChange?.(true)
        }}
      />
    </SettingForm>
  )
}

function valuesOf(sku: Sku | undefined): Values {
  return {
    name: sku?.name ?? '',
    prime_sku: sku?.prime_sku ?? '',
    barcode: sku?.barcode ?? '',
    bin: sku?.bin ?? '',
    image: sku?.image ?? '',
    threshold: sku?.own_threshold === null || !sku ? '' : String(sku.own_threshold),
    cost_price: costText(sku),
  }
}

function partsOf({ parts }: Sku): DraftPart[] {
  return parts.data.map(({ sku_id, name, prime_sku, quantity }) => ({
    sku_id,
    name,
    prime_sku,
    quantity: String(quantity),
  }))
}

/** A quantity that is no number is sent as one that the server refuses, as a threshold is. */
function partOf({ sku_id, quantity }: DraftPart): { sku_id: number; quantity: number } {
  return { sku_id, quantity: amountIn(quantity) ?? -1 }
}

/** A threshold or cost that is no number is sent as one that the server refuses, so that the field says so. */
function bodyOf(
  { name, prime_sku, barcode, bin, image, threshold, cost_price: cost }: Values,
  sku: Sku | undefined,
): SkuBody {
  const level = threshold.trim()
  return {
    name,
    prime_sku,
    barcode: barcode.trim() || null,
    bin: bin.trim() || null,
    image: image.trim() || null,
    threshold: level === '' ? null : (amountIn(level) ?? -1),
    ...(cost.trim() !== costText(sku) && { cost_price: cost.trim() === '' ? null : (amountIn(cost) ?? -1) }),
  }
}

function costText(sku: Sku | undefined): string {
  return sku === undefined || sku.cost_price === null ? '' : plainAmount(sku.cost_price)
}

/** An amount with a mark in it is read back, as in every field of amounts. */
function costHelp(value: string, currency: string, t: TFunction) {
  const read = /[.,]/.test(value) ? amountIn(value) : undefined
  return {
    unit: currency,
    ...(read !== undefined && { help: t('amount.readAs', { amount: amountText(read, currency) }) }),
  }
}
