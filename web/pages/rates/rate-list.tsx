import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { count } from '../../parts/figures.ts'
import { ListPager } from '../../parts/list/list-pager.tsx'
import { defaultPageSize } from '../../parts/list/page-size.ts'
import { useListSearch } from '../../parts/list/use-list-search.ts'
import list from '../../parts/settings/kept-list.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Rates } from './rate-queries.ts'
import { RateRow } from './rate-row.tsx'
import { rateSearch } from './rate-search.ts'

/** All rates, the latest day first, with who wrote each and when. */
export function RateList({ rates }: { rates: Rates }) {
  const { t } = useTranslation()
  const { search, change } = useListSearch(() => paths.rates(), rateSearch)
  const { currency, page: asked = 1, limit = defaultPageSize } = search
  const codes = [...new Set(rates.rates.map((rate) => rate.currency))]
  const found = rates.rates
    .filter((rate) => currency === undefined || rate.currency === currency)
    .toSorted((a, b) => (a.from === b.from ? (a.currency < b.currency ? -1 : 1) : a.from < b.from ? 1 : -1))
  const pages = Math.max(1, Math.ceil(found.length / limit))
  const page = Math.min(asked, pages)
  const rows = found.slice((page - 1) * limit, page * limit)
  return (
    <section className={list['card']} aria-labelledby="rates">
      <div className={list['head']}>
        <h2 id="rates">{t('rates.list')}</h2>
        <span className={list['muted']}>
          {t('rates.count', { count: found.length, figure: count(found.length) })}
        </span>
        {codes.length > 1 && (
          <SelectField
            label={t('rates.currency')}
            isLabelHidden
            value={currency ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ currency: codes.find((code) => code === value) })
            }
          >
            <option value="">{t('rates.all')}</option>
            {codes.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('rates.none')} text={t('rates.noneText', { currency: rates.currency })} />
      ) : (
        <table className={list['table']}>
          <thead>
            <tr>
              <th scope="col">{t('rates.from')}</th>
              <th scope="col">{t('rates.exchangeRate')}</th>
              <th scope="col">{t('rates.source')}</th>
              <th scope="col">{t('rates.changed')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('rates.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((rate) => (
              <RateRow key={`${rate.currency}/${rate.from}`} rate={rate} rates={rates} />
            ))}
          </tbody>
        </table>
      )}
      {found.length > rows.length && (
        <ListPager
          pagination={{
            current_page: page,
            total_pages: pages,
            total: found.length,
            per_page: limit,
            count: rows.length,
          }}
          size={limit}
          onChange={change}
        />
      )}
    </section>
  )
}
