import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { publishingOrder } from '../../../../model/product-template.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { paths } from '../../../paths.ts'
import { addressOfProblem, withoutRepeats } from './field-path.ts'
import styles from '../template-page.module.css'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { type TemplateMode, useFrame } from './use-draft.ts'
import type { StepProblem } from './use-problems.ts'

export type FormStep = { key: 'product' | 'channel' | 'checkout'; platformId?: number; to: string }

/** The steps of a template in their order: the product, its channels as they are published, and the check. */
export function stepsOf(id: number, mode: TemplateMode, platformIds: number[]): FormStep[] {
  return [
    { key: 'product', to: paths.templateForm(id, mode) },
    ...publishingOrder
      .filter((platformId) => platformIds.includes(platformId))
      .map((platformId) => ({
        key: 'channel' as const,
        platformId,
        to: paths.templateStep(id, platformId, mode),
      })),
    { key: 'checkout', to: paths.templateCheckout(id, mode) },
  ]
}

type Props = { steps: FormStep[]; at: number; problems: StepProblem[] }

export function StepList({ steps, at, problems }: Props) {
  const { t } = useTranslation()
  const { id, mode } = useFrame()
  const names = useChannelNames()
  const current = useRef<HTMLLIElement>(null)
  const texts = steps.map(({ platformId }) => (platformId === undefined ? '' : names(platformId))).join()
  // Where the steps do not fit, the one that is open is shown, also once their names and figures are there.
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at, texts, problems.length])
  const wrong = Map.groupBy(withoutRepeats(problems), (problem) => addressOfProblem(id, mode, problem).to)
  return (
    <nav aria-label={t('templates.steps')}>
      <ol className={styles['steps']} data-sideways="">
        {steps.map(({ key, platformId, to }, place) => {
          const errors = wrong.get(to)?.length ?? 0
          return (
            <li key={to} ref={place === at ? current : undefined}>
              <Link to={to} activeOptions={{ exact: true }} aria-current={place === at ? 'step' : undefined}>
                {platformId !== undefined && <ChannelMark platformId={platformId} />}
                {key === 'channel'
                  ? names(platformId ?? 0)
                  : t(key === 'product' ? 'templates.step.product' : 'templates.step.checkout')}
                {errors > 0 && (
                  <span className={styles['count']}>
                    <span aria-hidden="true">{count(errors)}</span>
                    <span className="visually-hidden">{t('templates.errors', { count: errors })}</span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
