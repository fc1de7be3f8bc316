import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { pagination } from '../../contract/endpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { Paging } from '../db/list-statement.ts'
import { readCursor } from './read-cursor.ts'

/** @param cursorSort the order in which a list goes on behind a cursor: that of its instant */
export function pagingOf<Sort extends string, Cursor extends Sort>(
  query: { sort: Sort | `-${Sort}`; after?: string | undefined; page: number; limit: number },
  cursorSort: Cursor,
): Paging<Sort> {
  const { sort: order, after: bookmark, page, limit } = query
  const sort = order.replace('-', '') as Sort
  const after = bookmark === undefined ? undefined : readCursor(bookmark)
  if (after && sort !== cursorSort)
    throw new AppError('validation_failed', { invalidFields: { after: 'field.cursor_sort' } })
  return {
    sort,
    descending: order.startsWith('-'),
    limit,
    offset: after ? 0 : (page - 1) * limit,
    after,
  }
}

/** Cursor behind the last row of a full page, in the order that has cursors. */
export function nextAfter<Row extends { id: number }>(
  rows: Row[],
  { sort, limit }: Paging<string>,
  cursorSort: string,
  instantOf: (row: Row) => string,
): string | null {
  const last = rows.at(-1)
  return last && rows.length === limit && sort === cursorSort ? [instantOf(last), last.id].join('~') : null
}

type Asked = { page: number; limit: number; pagination: '0' | '1' }

/** One page of a list that was read whole, or all of it, with its page numbers. */
export function pageOf<Row>(request: FastifyRequest, rows: Row[], { page, limit, pagination: pages }: Asked) {
  const total = rows.length
  const isWhole = pages === '0'
  const shown = isWhole ? rows : rows.slice((page - 1) * limit, page * limit)
  const at = isWhole ? { page: 1, limit: Math.max(1, total) } : { page, limit }
  return { data: shown, meta: { pagination: paginationOf(request, { total, count: shown.length, ...at }) } }
}

/** The page numbers of a list's envelope, with the addresses of the pages before and after. */
export function paginationOf(
  request: FastifyRequest,
  { total, count, page, limit }: { total: number; count: number; page: number; limit: number },
): z.output<typeof pagination> {
  const pages = Math.max(1, Math.ceil(total / limit))
  const linkTo = (wanted: number): string => {
    const [path = '', query = ''] = request.url.split('?')
    const others = query.split('&').filter((part) => part !== '' && !part.startsWith('page='))
    // Joined, not added up: JSON.stringify falls back to its slow way at a string that is still in pieces.
    return [path, [...others, `page=${wanted}`].join('&')].join('?')
  }
  return {
    total,
    count,
    per_page: limit,
    current_page: page,
    total_pages: pages,
    links: {
      ...(page < pages ? { next: linkTo(page + 1) } : {}),
      ...(page > 1 ? { previous: linkTo(Math.min(page - 1, pages)) } : {}),
    },
  }
}
