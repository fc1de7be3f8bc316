import { useQuery, useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { segmentFields, segmentLimits, type SegmentField } from '../../../../model/segment.ts'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import {
  segmentCountQuery,
  segmentsKey,
  type Segment,
  type SegmentRule,
} from '../../../parts/queries/customer-queries.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import styles from './segments.module.css'

type Props = { segment: Segment | null; onClose: () => void }

const fields = Object.keys(segmentFields).filter((field) => field !== 'shop') as SegmentField[]
const tests = ['at_least', 'at_most', 'is'] as const
const firstRule: SegmentRule = { field: 'orders', test: 'at_least', value: 2 }

/** Name, description and rules of a segment, with the number of customers that each rule leaves. */
export function SegmentForm({ segment, onClose }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const [name, setName] = useState(segment?.name ?? '')
  const [description, setDescription] = useState(segment?.description ?? '')
  const [rules, setRules] = useState<SegmentRule[] | null>(segment ? segment.rules : [firstRule])
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const { data: counted, isFetching } = useQuery(segmentCountQuery(useSettled(rules ?? [], 300)))
  const nameError = error instanceof ApiError ? error.fields?.['name'] : undefined

  async function save(): Promise<void> {
    setBusy(true)
    const written = { name, ...(rules && { rules }) }
    try {
      if (segment) {
        const body = { ...written, description, updated_at: segment.updated_at }
        await api('PUT /customers/shortlists/{id}', { params: { id: segment.id }, body })
      } else await api('POST /customers/shortlists', { body: { ...written, description } })
      await queries.invalidateQueries({ queryKey: segmentsKey })
      onClose()
    } catch (failed) {
      setError(failed)
      setBusy(false)
    }
  }
  const change = (at: number, to: object) =>
    setRules(
      (now) => now?.map((rule, place) => (place === at ? ({ ...rule, ...to } as SegmentRule) : rule)) ?? null,
    )

  return (
    <Dialog
      opened
      size={640}
      title={segment ? t('customers.editSegment') : t('customers.newSegment')}
      onClose={onClose}
    >
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label={t('customers.segmentName')}
          value={name}
          maxLength={255}
          error={nameError}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          optional
          label={t('customers.description')}
          value={description}
          maxLength={1000}
          onChange={({ target }) => setDescription(target.value)}
        />
        {rules?.map((rule, at) => (
          <div key={at} className={styles['rule']}>
            <SelectField
              label={t('customers.rule.field')}
              value={rule.field}
              onChange={({ target }) => change(at, { field: target.value as SegmentField })}
            >
              {fields.map((field) => (
                <option key={field} value={field}>
                  {t(`customers.field.${field as Exclude<SegmentField, 'shop'>}`)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t('customers.rule.test')}
              value={rule.test}
              onChange={({ target }) => change(at, { test: target.value as SegmentRule['test'] })}
            >
              {tests.map((test) => (
                <option key={test} value={test}>
                  {t(`customers.test.${test}`)}
                </option>
              ))}
            </SelectField>
            <TextField
              label={t('customers.rule.value')}
              type="number"
              min={0}
              value={'value' in rule ? rule.value : 0}
              onChange={({ target }) => change(at, { value: Math.max(0, Number(target.value)) })}
            />
            <IconButton
              label={t('customers.rule.remove')}
              disabled={rules.length === 1}
              onClick={() => setRules(rules.filter((_, place) => place !== at))}
            >
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
            {counted?.left[at] !== undefined && (
              <span className={styles['left']} aria-busy={isFetching}>
                {t('customers.leaves', { count: counted.left[at], figure: count(counted.left[at]) })}
              </span>
            )}
          </div>
        ))}
        {rules && rules.length < segmentLimits.rules && (
          <Button size="small" onClick={() => setRules([...rules, firstRule])}>
            {t('customers.rule.add')}
          </Button>
        )}
        {error !== null && nameError === undefined && <p role="alert">{messageOf(error)}</p>}
        <div className={styles['end']}>
          <span aria-live="polite">
            {counted && t('customers.total', { count: counted.total, figure: count(counted.total) })}
          </span>
          <Button type="submit" variant="primary" disabled={isBusy || name.trim() === ''}>
            {t('customers.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
