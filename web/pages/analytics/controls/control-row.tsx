import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import CalendarDays from 'lucide-react/icons/calendar-days'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chartGroups } from '../../../../model/chart-figures.ts'
import { useAfterPage } from '../../../parts/after-page.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { monthDay, presetDays, shortDay } from '../../../parts/dates.ts'
import { PhoneActions } from '../../../parts/list/phone-actions.tsx'
import { SegmentFilter } from '../../../parts/list/segment-filter.tsx'
import { isCrm, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { useClock, useNow } from '../../../parts/when.tsx'
import type { AnalyticsPage } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import { CheckList, ChoiceList } from '../../../ui/filter-chip.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { mayDrawHours, rangeOf } from '../analytics-search.ts'
import { useFigures } from '../use-figures.ts'
import { ControlChip } from './control-chip.tsx'
import styles from './controls.module.css'
import { RangeChoices } from './range-choices.tsx'

type Props = { page: AnalyticsPage; end: ReactNode }

/** Range, comparison, shops, grouping and export, the same on all pages of analytics. A phone has one chip for them. */
export function ControlRow({ page, end }: Props) {
  const { t } = useTranslation()
  const controls = useControls(page)
  const isNarrow = useNarrow()
  if (isNarrow)
    return (
      <div className={styles['row']}>
        <ControlChip
          label={t('analytics.control.all')}
          icon={<SlidersHorizontal size={15} aria-hidden="true" />}
          value={controls.map(({ value }) => value).join(' · ')}
        >
          {() => (
            <div className={styles['sections']}>
              {controls.map(({ key, label, choices }) => (
                <fieldset key={key}>
                  <legend>{label}</legend>
                  {choices(() => undefined)}
                </fieldset>
              ))}
            </div>
          )}
        </ControlChip>
        <SegmentControl page={page} />
        {end && <PhoneActions>{end}</PhoneActions>}
      </div>
    )
  return (
    <div className={styles['row']}>
      {controls.map(({ key, label, icon, prefix, value, note, choices }) => (
        <ControlChip key={key} label={label} icon={icon} prefix={prefix} value={value} note={note}>
          {choices}
        </ControlChip>
      ))}
      <SegmentControl page={page} />
      {end && <div className={styles['unprinted']}>{end}</div>}
    </div>
  )
}

/** Choice between figures of all customers and of a segment's. */
function SegmentControl({ page }: { page: AnalyticsPage }) {
  const { search, change } = useFigures(page)
  const { segment_id: chosen } = search
  return (
    <div className={styles[chosen === undefined ? 'unprinted' : 'printed']}>
      <SegmentFilter chosen={chosen} onChange={(segment_id) => change({ segment_id })} />
    </div>
  )
}

type Control = {
  key: string
  label: string
  icon?: ReactNode
  prefix?: string
  value: string
  note?: string
  choices: (close: () => void) => ReactNode
}

function useControls(page: AnalyticsPage): Control[] {
  const { t } = useTranslation()
  const { search, change, plain, charted } = useFigures(page)
  const days = useDays(page)
  const shops = useShops(page)
  const comparisons = ['1', '2', '0'] as const
  const groups = ['auto', ...chartGroups] as const
  const drawn = charted.group ?? 'auto'
  return [
    {
      key: 'range',
      label: t('analytics.control.range'),
      icon: <CalendarDays size={15} aria-hidden="true" />,
      value: days.name,
      ...(days.note && { note: days.note }),
      choices: (close) => <RangeChoices page={page} onChosen={close} />,
    },
    {
      key: 'compare',
      label: t('analytics.control.compare'),
      value: t(`analytics.compare.${search.compare ?? '1'}`),
      choices: (close) => (
        <ChoiceList
          options={comparisons.map((value) => ({ value, label: t(`analytics.compare.${value}`) }))}
          chosen={search.compare ?? '1'}
          onChoose={(value) => {
            change({ compare: value === '1' ? undefined : value })
            close()
          }}
        />
      ),
    },
    shops,
    {
      key: 'group',
      label: t('analytics.control.group'),
      value: t(`analytics.group.${drawn}`),
      choices: (close) => (
        <ChoiceList
          options={groups.map((value) =>
            value === 'hour' && !mayDrawHours(plain)
              ? { value, label: t('analytics.group.hourOfFewDays'), disabled: true }
              : { value, label: t(`analytics.group.${value}`) },
          )}
          chosen={drawn}
          onChoose={(value) => {
            change({ group: value === 'auto' ? undefined : value })
            close()
          }}
        />
      ),
    },
  ]
}

/** The range in words, and its days beside them. */
function useDays(page: AnalyticsPage): { name: string; note?: string } {
  const { t } = useTranslation()
  const { search } = useFigures(page)
  const { data: me } = useSuspenseQuery(meQuery)
  const clock = useClock()
  const now = useNow(60_000)
  const range = rangeOf(search)
  const { from, to } = range ? presetDays(range, now, me.timezone) : search
  const isOneYear = from !== undefined && from.slice(0, 4) === to?.slice(0, 4)
  const format = range && isOneYear ? monthDay : shortDay
  const days = [...new Set([from, to])].map((day) => (day ? format(day, clock) : '')).join(' – ')
  return range ? { name: t(`range.${range}`), note: days } : { name: days }
}

function useShops(page: AnalyticsPage): Control {
  const { t } = useTranslation()
  const { search, change } = useFigures(page)
  const { data: all = [] } = useQuery({ ...shopsQuery, enabled: useAfterPage() })
  const shops = all.filter((shop) => !isCrm(shop))
  const channels = new Map(
    shops.map(({ platform_id: id, platform }) => [id, platform?.data.name ?? String(id)]),
  )
  const { shop_id: chosenShops = [], platform_id: chosenChannels = [] } = search
  const names = [
    ...shops.filter(({ id }) => chosenShops.includes(id)).map((shop) => shop.system_name),
    ...[...channels].filter(([id]) => chosenChannels.includes(id)).map(([, name]) => name),
  ]
  const count = chosenShops.length + chosenChannels.length
  return {
    key: 'shops',
    label: t('analytics.control.shops'),
    value:
      count === 0 ? t('list.allShops') : count === 1 ? (names[0] ?? '…') : t('analytics.chosen', { count }),
    choices: () => (
      <div className={styles['sections']}>
        <CheckList
          options={shops.map((shop) => ({
            value: shop.id,
            label: (
              <>
                <ChannelMark platformId={shop.platform_id} /> {shop.system_name}
              </>
            ),
          }))}
          chosen={chosenShops}
          onChange={(ids) => change({ shop_id: ids.length > 0 ? ids : undefined })}
        />
        {channels.size > 1 && (
          <fieldset>
            <legend>{t('orders.channel')}</legend>
            <CheckList
              options={[...channels].map(([value, label]) => ({ value, label }))}
              chosen={chosenChannels}
              onChange={(ids) => change({ platform_id: ids.length > 0 ? ids : undefined })}
            />
          </fieldset>
        )}
        {count > 0 && (
          <button
            type="button"
            className={styles['reset']}
            onClick={() => change({ shop_id: undefined, platform_id: undefined })}
          >
            {t('list.allShops')}
          </button>
        )}
      </div>
    ),
  }
}
