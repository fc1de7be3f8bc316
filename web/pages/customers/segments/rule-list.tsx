import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { ruleJoins, segmentLimits, type RuleJoin } from '../../../../model/segment.ts'
import { count } from '../../../parts/figures.ts'
import type { SegmentRule } from '../../../parts/queries/customer-queries.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { RuleFields } from './rule-fields.tsx'
import type { SegmentCount } from './segment-queries.ts'
import { completeRules, firstRule, movedRules, settledRules } from './segment-rules.ts'
import styles from './segments.module.css'

type Props = {
  rules: SegmentRule[]
  counted: SegmentCount | undefined
  isCounting: boolean
  /** Refusals of the server: "rules.0.value" and so on. */
  refused: Record<string, string>
  onChange: (rules: SegmentRule[]) => void
}

/** Rules, each with how it is joined to those before it, whom it leaves and how many it took away. Each can be moved up. */
export function RuleList({ rules, counted, isCounting, refused, onChange: onRules }: Props) {
  const { t } = useTranslation()
  const whole = completeRules(rules).length
  const onChange = (next: SegmentRule[]) => onRules(settledRules(next))
  const change = (at: number, changed: SegmentRule) =>
    onChange(rules.map((one, place) => (place === at ? changed : one)))
  return (
    <>
      {rules.map((rule, at) => (
        <fieldset
          key={at}
          className={styles['rule']}
          // It takes the focus of its parts that are removed.
          tabIndex={-1}
          data-joined={rule.joined}
          aria-label={t('segments.rule.title', { number: at + 1 })}
        >
          {(at > 0 || rule.joined === 'except') && (
            <JoinField
              joined={rule.joined ?? 'and'}
              isFirst={at === 0}
              onChange={(joined) => change(at, { ...rule, joined })}
            />
          )}
          <RuleFields
            rule={rule}
            refused={(field) => refused[`rules.${at}.${field}`]}
            onChange={(changed) => change(at, { ...changed, joined: rule.joined })}
          />
          <span className={styles['tools']}>
            {rules.length > 1 && (
              <IconButton
                label={t('segments.rule.move')}
                disabled={at === 0}
                onClick={() => onRules(movedRules(rules, at, at - 1))}
              >
                <ArrowUp size={16} aria-hidden="true" />
              </IconButton>
            )}
            <IconButton
              label={t('segments.rule.remove')}
              disabled={rules.length === 1}
              onClick={() => onChange(rules.filter((_, place) => place !== at))}
            >
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </span>
          {at < whole && (
            <RuleCount
              counted={counted}
              at={at}
              isException={rule.joined === 'except'}
              isCounting={isCounting}
            />
          )}
        </fieldset>
      ))}
      {rules.length < segmentLimits.rules && (
        <Button size="small" onClick={() => onChange([...rules, firstRule])}>
          {t('segments.rule.add')}
        </Button>
      )}
    </>
  )
}

type JoinProps = { joined: RuleJoin; isFirst: boolean; onChange: (joined: RuleJoin) => void }

function JoinField({ joined, isFirst, onChange }: JoinProps) {
  const { t } = useTranslation()
  return (
    <div className={styles['join']}>
      <SelectField
        isLabelHidden
        label={t('segments.rule.joined')}
        value={joined}
        onChange={({ target }) => onChange(target.value as RuleJoin)}
      >
        {ruleJoins
          .filter((join) => !isFirst || join !== 'or')
          .map((join) => (
            <option key={join} value={join}>
              {t(`segments.join.${join}`)}
            </option>
          ))}
      </SelectField>
    </div>
  )
}

type CountProps = Pick<Props, 'counted' | 'isCounting'> & { at: number; isException: boolean }

const figureOf = (figure: number) => ({ count: figure, figure: count(figure) })

function RuleCount({ counted, at, isException, isCounting }: CountProps) {
  const { t } = useTranslation()
  const left = counted?.left[at]
  if (counted === undefined || left === undefined) return null
  const before = at === 0 ? counted.all : (counted.left[at - 1] ?? 0)
  const fault = counted.faults[at]
  return (
    <span className={styles['counts']} aria-busy={isCounting}>
      <span>{t(isException ? 'segments.leaves' : 'segments.match', figureOf(left))}</span>
      {before > left && (
        <span>{t(isException ? 'segments.takesAway' : 'segments.noMatch', figureOf(before - left))}</span>
      )}
      {left > before && <span>{t('segments.adds', { figure: count(left - before) })}</span>}
      {fault && <b>{t(`segments.fault.${fault}`)}</b>}
    </span>
  )
}
