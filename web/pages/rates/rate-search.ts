import { type Currency, currencies } from '../../../model/money.ts'
import { createListSearch, read } from '../../parts/list/list-search.ts'

export const currencyCodes = Object.keys(currencies) as Currency[]

export const rateSearch = createListSearch({
  name: 'exchange-rates',
  filters: { currency: read.oneOf(currencyCodes) },
  sortFields: ['from'],
  defaultSort: '-from',
})
