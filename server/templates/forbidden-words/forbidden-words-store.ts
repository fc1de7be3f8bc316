/** Words that an account keeps out of its listings. */
import { sql } from 'kysely'
import { forbiddenKeyOf, type ForbiddenWord } from '../../../model/forbidden-words.ts'
import type { Tx } from '../../db/database.ts'

export type SavedWord = ForbiddenWord & { changedBy: string; changedAt: Date }

export async function listForbiddenWords(tx: Tx, ownerId: string): Promise<SavedWord[]> {
  const { rows } = await sql<SavedWord>`
    select word, to_json(platform_ids) as platform_ids, changed_by as "changedBy", changed_at as "changedAt"
    from forbidden_words where owner_id = ${ownerId} order by word_key`.execute(tx)
  return rows
}

/** Leaves exactly these words. Who wrote one that stays as it was, and when, stays too. */
export async function saveForbiddenWords(
  tx: Tx,
  { ownerId, by }: { ownerId: string; by: string },
  words: ForbiddenWord[],
): Promise<void> {
  const rows = words.map(({ word, platform_ids: ids }) => ({
    key: forbiddenKeyOf(word),
    word: word.replaceAll(/\s+/g, ' '),
    ids: [...new Set(ids)].toSorted((a, b) => a - b),
  }))
  await sql`delete from forbidden_words w where w.owner_id = ${ownerId}
    and not (w.word_key = any(${rows.map(({ key }) => key)}::text[]))`.execute(tx)
  await sql`insert into forbidden_words as w (owner_id, word_key, word, platform_ids, changed_by, changed_at)
    select ${ownerId}::uuid, r.key, r.word, r.ids, ${by}::text, ${new Date()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(key text, word text, ids smallint[])
    on conflict (owner_id, word_key) do update set word = excluded.word, platform_ids = excluded.platform_ids,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
    where w.word <> excluded.word or w.platform_ids <> excluded.platform_ids`.execute(tx)
}
