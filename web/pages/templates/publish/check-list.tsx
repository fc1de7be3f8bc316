import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleX from 'lucide-react/icons/circle-x'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { publishingOrder } from '../../../../model/product-template.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import type { ServerProblem } from '../../../parts/queries/template-queries.ts'
import { addressOfProblem } from '../form/field-path.ts'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { useDraft, useFrame } from '../form/use-draft.ts'
import { useFieldName, useServerText } from '../form/use-problem-text.ts'
import styles from './publish.module.css'

/** Everything that is wrong, by step; each leads to its field. */
export function CheckList({ errors, warnings }: { errors: ServerProblem[]; warnings: ServerProblem[] }) {
  const { t } = useTranslation()
  const names = useChannelNames()
  const { id, mode } = useFrame()
  const shops = useDraft((state) => state.shops)
  const groups = Map.groupBy(errors, (problem) => addressOfProblem(id, mode, problem).to)
  const platformOf = (problem: ServerProblem | undefined) =>
    problem && addressOfProblem(id, mode, problem).search.shop !== undefined ? problem.platform_id : null
  const ordered = [...groups.values()].toSorted(
    ([one], [other]) =>
      publishingOrder.indexOf(platformOf(one) ?? -1) - publishingOrder.indexOf(platformOf(other) ?? -1),
  )
  return (
    <section className={styles['checks']} aria-label={t('templates.toFix')}>
      {ordered.map((group) => {
        const platformId = platformOf(group[0])
        return (
          <div key={platformId ?? 0}>
            <h2>
              {platformId !== null && <ChannelMark platformId={platformId} />}{' '}
              {platformId === null ? t('templates.step.product') : names(platformId)}
            </h2>
            <ul>
              {group.map((problem) => (
                <ProblemLink
                  key={`${problem.path} ${problem.shop_id} ${problem.rule}`}
                  problem={problem}
                  several={shops.filter((shop) => shop.platform_id === platformId).length > 1}
                />
              ))}
            </ul>
          </div>
        )
      })}
      {warnings.length > 0 && (
        <div>
          <h2>{t('templates.warnings')}</h2>
          <ul>
            {warnings.map((problem) => (
              <ProblemLink
                key={`${problem.path} ${problem.shop_id} ${problem.rule}`}
                problem={problem}
                isWarning
                several={false}
              />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

type LinkProps = { problem: ServerProblem; several: boolean; isWarning?: boolean }

function ProblemLink({ problem, several, isWarning = false }: LinkProps) {
  const { id, mode, draft } = useFrame()
  const fieldName = useFieldName()
  const serverText = useServerText()
  const content = useDraft((state) => state.content)
  const shop = draft.get().shops.find((one) => one.shop_id === problem.shop_id)
  const upload = useShopName(shop?.shop_id)
  const Icon = isWarning ? TriangleAlert : CircleX
  return (
    <li>
      <Link
        className={styles['problem']}
        data-warning={isWarning || undefined}
        {...addressOfProblem(id, mode, problem)}
      >
        <Icon size={15} aria-hidden="true" />
        <span className={styles['lines']}>
          <b>{fieldName(problem.path, content)}</b>
          <small>
            {several && upload && `${upload}: `}
            {serverText(problem)}
          </small>
        </span>
        <ArrowRight size={14} aria-hidden="true" />
      </Link>
    </li>
  )
}

function useShopName(shopId: number | undefined): string | undefined {
  const { data: shops } = useQuery(shopsQuery)
  return shops?.find((shop) => shop.id === shopId)?.system_name
}
