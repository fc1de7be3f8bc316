import { badParam, type ShopCall } from './wire.ts'

const LARGEST_PAGE = 50

interface Dated {
  id: string
  createTime: number
  updateTime: number
}

export function textList(body: Record<string, unknown>, name: string): string[] | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw badParam(`Invalid parameter: ${name}`)
  return value
}

/** The rows of a search about cancellations or returns, filtered by time; the token names the last row. */
export function readPage<T extends Dated>(
  { query, body }: ShopCall,
  found: readonly T[],
): { rows: T[]; next_page_token: string; total_count: number } {
  const size = Number(query.get('page_size') ?? 10)
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_PAGE)
    throw badParam('Invalid parameter: page_size')
  const field = query.get('sort_field') ?? 'create_time'
  if (field !== 'create_time' && field !== 'update_time') throw badParam('Invalid parameter: sort_field')
  const order = query.get('sort_order') ?? 'DESC'
  if (order !== 'ASC' && order !== 'DESC') throw badParam('Invalid parameter: sort_order')
  const timeOf = (row: T): number => (field === 'create_time' ? row.createTime : row.updateTime)
  const limit = (name: string, fallback: number): number => {
    const value = body[name] ?? fallback
    if (typeof value !== 'number') throw badParam(`Invalid parameter: ${name}`)
    return value
  }
  const isWithin = (name: string, time: number): boolean =>
    time >= limit(`${name}_ge`, 0) && time < limit(`${name}_lt`, Infinity)
  const sorted = found
    .filter((row) => isWithin('create_time', row.createTime) && isWithin('update_time', row.updateTime))
    .toSorted((a, b) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1))
  if (order === 'DESC') sorted.reverse()
  const after = readToken(query.get('page_token'))
  const isBehind = (row: T): boolean => {
    if (!after) return true
    const isLater = timeOf(row) > after.time || (timeOf(row) === after.time && row.id > after.id)
    return order === 'ASC' ? isLater : !isLater && row.id !== after.id
  }
  const rest = sorted.filter(isBehind)
  const rows = rest.slice(0, size)
  const last = rows.at(-1)
  return {
    rows,
    next_page_token:
      rest.length > size && last ? Buffer.from(`${timeOf(last)}.${last.id}`).toString('base64') : '',
    total_count: sorted.length,
  }
}

function readToken(text: string | null): { time: number; id: string } | undefined {
  if (text === null || text === '') return undefined
  const [, time, id] = /^(\d+)\.(\d+)$/.exec(Buffer.from(text, 'base64').toString()) ?? []
  if (time === undefined || id === undefined) throw badParam('Invalid page_token')
  return { time: Number(time), id }
}
