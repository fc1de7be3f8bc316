import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currencies, type Currency } from '../../../model/money.ts'
import { presetDays, presets } from '../../parts/dates.ts'
import { createListSearch, read } from '../../parts/list/list-search.ts'
import { useListSearch } from '../../parts/list/use-list-search.ts'
import type { SettlementQuery } from './settlement-queries.ts'
import { useDay } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session.ts'

const filters = {
  keyword: read.text,
  shop_id: read.ids,
  platform_id: read.channels,
  currency: read.oneOf(Object.keys(currencies) as Currency[]),
  range: read.oneOf(presets),
  from: read.day,
  to: read.day,
  has_difference: read.on,
}

export const settlementSearch = createListSearch({
  name: 'settlements',
  filters,
  sortFields: [],
  defaultSort: '-settled_at' as never,
  settle: ({ from, to, ...rest }) =>
    rest.range ? rest : { ...rest, ...(from && { from }), ...(to && { to }) },
})

export type SettlementSearch = ReturnType<typeof settlementSearch.read>

/** The filters in the address, how to change them, and the same question in the API's words. */
export function useSettlementSearch() {
  const { search, change } = useListSearch(() => paths.settlements(), settlementSearch)
  const { timezone: timeZone } = useSuspenseQuery(meQuery).data
  const day = useDay()
  const query = useMemo(() => toSettlementQuery(search, timeZone, day), [search, timeZone, day])
  return { search, change, query }
}

/** Ranges are days of the account's time zone. */
export function toSettlementQuery(
  search: SettlementSearch,
  timeZone: string,
  now = new Date(),
): SettlementQuery {
  const { range, page: _page, limit: _limit, sort: _sort, ...rest } = search
  return { ...rest, ...(range && presetDays(range, now, timeZone)) }
}
