/** Finds persons by their words, in what no order and no customer is known for: reports that could not be saved, drafts that came to nothing, filters. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Names, mail addresses and the ends of phone numbers, of which channels and people write the beginning in many ways. */
export type PersonWords = { names: string[]; mails: string[]; phones: string[] }

const phoneEnd = 8

/** To be called before their orders and they are erased. Words that a channel hides find no one. */
export async function findPersonWords(
  tx: Tx,
  ownerId: string,
  { customers, orders }: { customers: number[]; orders: number[] },
): Promise<PersonWords> {
  const { rows } = await sql<Record<'name' | 'mail' | 'phone', string | null>>`
    select p.name, o.address->>'email' as mail, p.phone
    from orders o cross join lateral (values (o.buyer_name, o.buyer_phone), (o.address->>'name', o.address->>'phone')) p(name, phone)
    where o.owner_id = ${ownerId} and o.id = any(${orders}::bigint[])
    union select name, email, phone from customers
      where owner_id = ${ownerId} and id = any(${customers}::bigint[])`.execute(tx)
  const clear = (part: 'name' | 'mail' | 'phone') => [
    ...new Set(
      rows.flatMap((row) => {
        const word = row[part]?.trim().toLowerCase()
        return word && !word.includes('*') ? [word] : []
      }),
    ),
  ]
  return {
    names: clear('name'),
    mails: clear('mail'),
    phones: clear('phone').flatMap((phone) => {
      const digits = phone.replaceAll(/\D/g, '')
      return digits.length >= phoneEnd ? [digits.slice(-phoneEnd)] : []
    }),
  }
}

/** Conditions on a failure `f`, a draft `d` and a saved filter `f` that tell of the person. A part of a name is of many. */
export const failureTells = ({ names, mails, phones }: PersonWords) => sql`and (
  exists (select from unnest(${[...names, ...mails]}::text[]) w where position(w in lower(f.raw::text)) > 0)
  or exists (select from unnest(${phones}::text[]) w where position(w in translate(f.raw::text, '-(). ', '')) > 0))`

export const draftTells = ({ names, mails, phones }: PersonWords) => sql`and (
  exists (select from unnest(array[d.draft->'customer'->>'name', d.draft->'address'->>'name']) w
    where lower(trim(w)) = any(${names}::text[]))
  or lower(d.draft->'customer'->>'email') = any(${mails}::text[])
  or exists (select from unnest(array[d.draft->'customer'->>'phone', d.draft->'address'->>'phone']) w
    where right(translate(w, '-(). ', ''), ${phoneEnd}::integer) = any(${phones}::text[])))`

export const filterTells = ({ names, mails, phones }: PersonWords) => sql`and (
  lower(trim(f.filters->>'keyword')) = any(${names}::text[])
  or exists (select from unnest(${mails}::text[]) w where position(w in lower(f.filters->>'keyword')) > 0)
  or exists (select from unnest(${phones}::text[]) w where position(w in translate(f.filters->>'keyword', '-(). ', '')) > 0))`

/**
 * A report that holds such a word loses its text and stays as a failure; a draft that no store made an order of is deleted, and so is a saved
 * filter that looks for the person.
 */
export async function eraseTraces(tx: Tx, ownerId: string, words: PersonWords): Promise<void> {
  await sql`update sync_failures f set raw = null
    where f.owner_id = ${ownerId} and f.raw is not null ${failureTells(words)}`.execute(tx)
  await sql`delete from order_drafts d
    where d.owner_id = ${ownerId} and d.ended_at is not null ${draftTells(words)}`.execute(tx)
  await sql`delete from saved_filters f
    where f.owner_id = ${ownerId} and f.filters->>'keyword' is not null ${filterTells(words)}`.execute(tx)
}
