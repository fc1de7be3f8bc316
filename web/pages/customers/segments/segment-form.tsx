import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import {
  forgetMembers,
  segmentsQuery,
  type Segment,
  type SegmentRule,
} from '../../../parts/queries/customer-queries.ts'
import { ConfirmLeave } from '../../../parts/settings/confirm-leave.tsx'
import { useVersion } from '../../../parts/use-version.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { FallsOut } from './falls-out.tsx'
import { RuleList } from './rule-list.tsx'
import { completeRules, firstRule, isComplete } from './segment-rules.ts'
import { segmentCountQuery } from './segment-queries.ts'
import styles from './segments.module.css'

type Props = { segment: Segment | null; onClose: () => void }

/** Name, description and rules of a segment, with the number of customers that each rule leaves. */
export function SegmentForm({ segment, onClose }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const [name, setName] = useState(segment?.name ?? '')
  const [description, setDescription] = useState(segment?.description ?? '')
  const [rules, setRules] = useState<SegmentRule[] | null>(segment ? segment.rules : [firstRule])
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (version: string | null | undefined) => {
      const written = { name, description, ...(rules && { rules }) }
      if (!segment) return void (await api('POST /customers/shortlists', { once: true, body: written }))
      const body = { ...written, updated_at: version }
      await api('PUT /customers/shortlists/{id}', { params: { id: segment.id }, body })
    },
    onSuccess: async () => {
      await forgetMembers(queries)
      onClose()
    },
  })
  const { data: segments } = useQuery(segmentsQuery)
  const now = segments?.find(({ id }) => id === segment?.id) ?? segment
  const version = useVersion(now?.updated_at, true, error)
  const isChanged =
    name !== (segment?.name ?? '') ||
    description !== (segment?.description ?? '') ||
    JSON.stringify(rules) !== JSON.stringify(segment ? segment.rules : [firstRule])
  const isWhole = (rules ?? []).every(isComplete)
  const complete = useMemo(() => completeRules(rules ?? none), [rules])
  const settled = useSettled(complete, 300)
  const { data: counted, error: notCounted, isFetching } = useQuery(segmentCountQuery(settled))
  const refused = fieldsOf(notCounted)
  const isCounted = notCounted === null
  const refusal = !isWhole
    ? t('segments.ruleIncomplete')
    : name.trim() === ''
      ? t('segments.nameMissing')
      : undefined
  const nameError = fieldsOf(error)['name']
  // Refused rules are said where they stand, as soon as they are counted.
  const general = [error, notCounted].find((one) => one !== null && Object.keys(fieldsOf(one)).length === 0)

  return (
    <Dialog
      opened
      size={800}
      title={segment ? t('segments.editSegment') : t('customers.newSegment')}
      onClose={onClose}
    >
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          mutate(version)
        }}
      >
        <TextField
          data-autofocus
          label={t('segments.segmentName')}
          value={name}
          maxLength={255}
          error={nameError}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          optional
          label={t('segments.description')}
          value={description}
          maxLength={1000}
          onChange={({ target }) => setDescription(target.value)}
        />
        {!segment && (
          <SelectField
            label={t('segments.kind')}
            value={rules ? 'rules' : 'hand'}
            onChange={({ target }) => setRules(target.value === 'rules' ? [firstRule] : null)}
          >
            <option value="rules">{t('segments.kindRules')}</option>
            <option value="hand">{t('segments.kindHand')}</option>
          </SelectField>
        )}
        {rules && (
          <RuleList
            rules={rules}
            counted={isCounted ? counted : undefined}
            isCounting={isFetching}
            refused={refused}
            onChange={setRules}
          />
        )}
        {segment?.rules && isWhole && settled.length > 0 && <FallsOut id={segment.id} rules={settled} />}
        {general !== undefined && <p role="alert">{messageOf(general)}</p>}
        <div className={styles['end']}>
          <span aria-live="polite">
            {rules &&
              isWhole &&
              isCounted &&
              counted &&
              t('customers.total', { count: counted.total, figure: count(counted.total) })}
            {refusal !== undefined && <small>{refusal}</small>}
          </span>
          <Button
            type="submit"
            variant="primary"
            busy={isPending}
            {...(refusal !== undefined && { refusal })}
          >
            {t('segments.save')}
          </Button>
        </div>
        <ConfirmLeave when={isChanged} isSaving={isPending} text={t('segments.leaveText')} />
      </form>
    </Dialog>
  )
}

const none: SegmentRule[] = []
const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {})
