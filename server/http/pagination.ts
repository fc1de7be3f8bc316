import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { pagination } from '../../contract/endpoint.ts'

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
