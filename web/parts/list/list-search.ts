/** Search parameters of a list page: every key is optional, and an invalid value is left out. */
import { isDay } from '../../../model/calendar-day.ts'
import { keep, readStored } from '../../ui/local-storage.ts'
import { defaultPageSize, type PageSize, pageSizes } from './page-size.ts'

/** Reads a parameter from its text; undefined: it is not there, or invalid. */
type Reader<T> = (text: string) => T | undefined

const highestId = 999_999_999_999_999

function textUpTo(longest: number): Reader<string> {
  return (text) =>
    text
      // A tab comes along with a cell of a spreadsheet.
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, longest)
      // Half a letter, where a long text is cut, would keep the address from being written.
      .toWellFormed()
      .trim() || undefined
}

/** A whole number; what the API would refuse is none. */
function within(least: number, most: number): Reader<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  }
}

function someWithin(least: number, most: number): Reader<number[]> {
  const one = within(least, most)
  return (text) => {
    const found = text.split(',').flatMap((part) => one(part) ?? [])
    return found.length > 0 ? found : undefined
  }
}

export const read = {
  text: textUpTo(255),
  textUpTo,
  ids: someWithin(1, highestId),
  id: within(1, highestId),
  /** Numbers of channels, couriers or payment methods. */
  codes: someWithin(0, 99),
  channels: someWithin(1, 99),
  within,
  someWithin,
  amount: ((text) =>
    /^\d{1,12}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined) satisfies Reader<number>,
  /** A day of a year that is no typing mistake, as the API has it. */
  day: ((text) =>
    isDay(text) && text >= '1900' && text < '3000' ? text : undefined) satisfies Reader<string>,
  /** A filter that is on or left out. */
  on: ((text) => (text === '1' ? 1 : undefined)) satisfies Reader<1>,
  yesOrNo: ((text) => (text === '1' ? 1 : text === '0' ? 0 : undefined)) satisfies Reader<0 | 1>,
  oneOf:
    <T extends string>(values: readonly T[]): Reader<T> =>
    (text) =>
      values.find((value) => value === text),
  someOf:
    <T extends string>(values: readonly T[]): Reader<T[]> =>
    (text) => {
      const found = values.filter((value) => text.split(',').includes(value))
      return found.length > 0 ? found : undefined
    },
}

const readPage = within(1, 10_000_000)

type Filters = Record<string, Reader<unknown>>
type ValuesOf<F extends Filters> = { [K in keyof F]?: NonNullable<ReturnType<F[K]>> }
type Sorted<Field extends string> = Field | `-${Field}`
type Places<Field extends string> = { sort?: Sorted<Field>; page?: number; limit?: PageSize }

type Options<F extends Filters, Field extends string> = {
  /** Under this name the browser keeps the filters until the next visit. */
  name: string
  filters: F
  sortFields: readonly Field[]
  defaultSort: Sorted<Field>
  /** Filters that narrow nothing by themselves, such as the tab or what a date means. */
  plain?: readonly (keyof F & string)[]
  /** Takes off what contradicts another filter. */
  settle?: (search: ValuesOf<F>) => ValuesOf<F>
}

export type SearchOf<F extends Filters, Field extends string> = ValuesOf<F> & Places<Field>

export const storageEnding = '-filters'

export function createListSearch<const F extends Filters, const Field extends string>(
  options: Options<F, Field>,
) {
  type Search = SearchOf<F, Field>
  const { name, filters, sortFields, defaultSort, plain = [], settle = (search) => search } = options
  const storageKey = `${name}${storageEnding}`
  const sorts = sortFields.flatMap((field): Sorted<Field>[] => [field, `-${field}`])

  function readSearch(raw: Record<string, unknown>): Search {
    const found = Object.entries(filters).map(([key, reader]) => [key, reader(textOf(raw[key]))])
    const sort = sorts.find((value) => value === textOf(raw['sort']))
    const page = readPage(textOf(raw['page'])) ?? 1
    return {
      ...settle(withoutEmpty(Object.fromEntries(found)) as ValuesOf<F>),
      ...withoutEmpty({
        sort: sort === defaultSort ? undefined : sort,
        page: page > 1 ? page : undefined,
        limit: pageSizes.find((size) => size !== defaultPageSize && String(size) === textOf(raw['limit'])),
      }),
    } as Search
  }

  /** The filters that a name is saved for: without the page and the length of pages. */
  function filtersOf({ page: _page, limit: _limit, ...kept }: Search) {
    return kept as unknown as Search
  }

  return {
    read: readSearch,
    /** The keyword and the page belong to one look at the list; the rest is how the reader likes it. */
    store: (search: Search) => keep(storageKey, { ...search, keyword: undefined, page: undefined }),
    stored: () => readSearch(readStored<Record<string, unknown>>(storageKey, {})),
    filtersOf,
    /** The reverse, of what was saved under a name, maybe by an older console. */
    searchOf: (saved: Record<string, unknown>) => filtersOf(readSearch(saved)),
    /** Takes every filter off when it is given as a change. */
    none: Object.fromEntries([...Object.keys(filters), 'sort'].map((key) => [key, undefined])) as {
      [K in keyof F | 'sort']: undefined
    },
    hasFilters: (search: Search) =>
      Object.entries(search).some(
        ([key, value]) =>
          value !== undefined && !plain.includes(key) && !['sort', 'page', 'limit'].includes(key),
      ),
    /** The order in which shops were chosen means nothing. */
    isSame: (one: Search, other: Search) => sortedText(filtersOf(one)) === sortedText(filtersOf(other)),
    sorting: (search: Search, onSort: (next: Sorted<Field> | undefined) => void) =>
      sortingOf(search.sort ?? defaultSort, onSort),
    /** The same question in the API's words. */
    toQuery: (search: Search) => {
      const { page = 1, limit = defaultPageSize, sort = defaultSort, ...rest } = search
      return { ...(rest as ValuesOf<F>), sort, page, limit }
    },
  }
}

/** Down, up, and back to how the list is sorted by itself. */
function sortingOf<Field extends string>(
  sort: Sorted<Field>,
  onSort: (next: Sorted<Field> | undefined) => void,
) {
  return {
    field: sort.replace('-', ''),
    descending: sort.startsWith('-'),
    onChange: (field: string) =>
      onSort(
        (sort === `-${field}` ? field : sort === field ? undefined : `-${field}`) as
          | Sorted<Field>
          | undefined,
      ),
  }
}

/** Addresses carry texts; links inside the console carry what they mean. */
function textOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : value
  return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : ''
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function sortedText(search: object): string {
  const entries = Object.entries(search).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.toSorted((a, b) => (a < b ? -1 : 1)) : value,
  ])
  return JSON.stringify(entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}
