import { useTranslation } from 'react-i18next'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { customerLevels } from '../../../../model/customer-rank.ts'
import { segmentFields, type SegmentField } from '../../../../model/segment.ts'
import { isCrm, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import type { SegmentRule } from '../../../parts/queries/customer-queries.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { meQuery } from '../../../session.ts'
import { rates } from '../list/customer-search.ts'
import { rateName } from '../list/rate-name.ts'
import { BoughtFields } from './bought-fields.tsx'
import { NumberOfRule } from './number-of-rule.tsx'
import { RegionFields } from './region-fields.tsx'
import { ruleAbout } from './segment-rules.ts'

type Props = {
  rule: SegmentRule
  /** Refusal of the server, by the rule's field. */
  refused: (field: 'value' | 'days') => string | undefined
  onChange: (rule: SegmentRule) => void
}

const fields = [...(Object.keys(segmentFields) as SegmentField[]), 'bought', 'region'] as const
const tests = ['at_least', 'at_most', 'is'] as const

/** The figure that a rule is about, and the fields that it has. */
export function RuleFields({ rule, refused, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <SelectField
        label={t('segments.rule.field')}
        value={rule.field}
        onChange={({ target }) => onChange(ruleAbout(target.value as SegmentRule['field']))}
      >
        {fields.map((field) => (
          <option key={field} value={field}>
            {t(`segments.field.${field}`)}
          </option>
        ))}
      </SelectField>
      <ValueFields rule={rule} refused={refused} onChange={onChange} />
    </>
  )
}

function ValueFields({ rule, refused, onChange }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  if (rule.field === 'region') return <RegionFields rule={rule} onChange={onChange} />
  if (rule.field === 'shop')
    return <ShopField value={rule.value} onChange={(value) => onChange({ ...rule, test: 'is', value })} />
  return (
    <>
      <SelectField
        label={t('segments.rule.test')}
        value={rule.test}
        onChange={({ target }) => onChange({ ...rule, test: target.value } as SegmentRule)}
      >
        {(rule.field === 'bought' ? tests.slice(0, 2) : tests).map((test) => (
          <option key={test} value={test}>
            {t(`segments.test.${test}`)}
          </option>
        ))}
      </SelectField>
      {rule.field === 'level' || rule.field === 'delivered_rate' ? (
        <StepField
          field={rule.field}
          value={rule.value}
          onChange={(value) => onChange({ ...rule, value } as SegmentRule)}
        />
      ) : (
        <NumberOfRule
          label={
            rule.field === 'spent'
              ? t('segments.rule.amount', { currency: me.currency })
              : t(rule.field === 'bought' ? 'segments.rule.pieces' : 'segments.rule.value')
          }
          currency={rule.field === 'spent' ? me.currency : undefined}
          value={rule.value}
          refused={refused('value')}
          onChange={(value) => onChange({ ...rule, value })}
        />
      )}
      {rule.field === 'bought' && <BoughtFields rule={rule} refused={refused('days')} onChange={onChange} />}
    </>
  )
}

type StepProps = { field: 'level' | 'delivered_rate'; value: number; onChange: (value: number) => void }

/** A rank or a delivered rate, by its name. */
function StepField({ field, value, onChange }: StepProps) {
  const { t } = useTranslation()
  const names =
    field === 'level'
      ? customerLevels.map((level) => t(`customers.levels.${level}`))
      : rates.toReversed().map((rate) => t(`customers.rate.${rateName(rate)}`))
  return (
    <SelectField
      label={t('segments.rule.value')}
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {names.map((name, at) => (
        <option key={name} value={at + 1}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function ShopField({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const { t } = useTranslation()
  const { data: all = [] } = useQuery(shopsQuery)
  return (
    <SelectField
      label={t('segments.rule.shop')}
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      <option value={0}>{t('segments.rule.chooseShop')}</option>
      {all
        .filter((shop) => !isCrm(shop))
        .map(({ id, system_name: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </SelectField>
  )
}
