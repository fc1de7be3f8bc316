/** A channel's categories in each of its languages, as the rows that are stored. */
import { hash } from 'node:crypto'
import type { Category } from '../../model/category.ts'
import type { Language } from '../../model/language.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import { categoryTerms } from './category-terms.ts'

export type Named<T> = Partial<Record<Language, T>>

export type TreeRow = {
  channelCategoryId: string
  parentId: string | null
  level: number
  position: number
  isLeaf: boolean
  isDisabled: boolean
  names: Named<string>
  paths: Named<string[]>
  digest: string
  ownTerms: string[]
  terms: string[]
}

/** More than any marketplace has; a store's own list could grow without end. */
const mostCategories = 50_000
const deepest = 20
const longestName = 255

/** The first tree decides what there is, the others add their names. */
export function treeRows(ownerNumber: number, trees: [Language, Category[]][]): TreeRow[] {
  const [first] = trees
  const namesIn = trees.map(
    ([language, rows]) => [language, new Map(rows.map((row) => [row.channelCategoryId, row.name]))] as const,
  )
  const rows = new Map<string, TreeRow>()
  for (const found of (first?.[1] ?? []).slice(0, mostCategories)) {
    const category = stripNulBytes(found, JSON.stringify(found))
    const { channelCategoryId: id, parentId, isLeaf, isDisabled } = category
    const parent = parentId === null ? undefined : rows.get(parentId)
    if ((parentId !== null && !parent) || (parent?.level ?? 0) >= deepest || id.length > 100) continue
    const names: Named<string> = {}
    const paths: Named<string[]> = {}
    for (const [language, known] of namesIn) {
      const name = (known.get(id) ?? category.name).slice(0, longestName)
      names[language] = name
      paths[language] = [...(parent?.paths[language] ?? []), name]
    }
    const row = {
      channelCategoryId: id,
      parentId,
      level: (parent?.level ?? 0) + 1,
      position: rows.size,
      isLeaf,
      isDisabled,
      names,
      paths,
    }
    rows.set(id, {
      ...row,
      digest: hash('sha1', JSON.stringify(row), 'base64'),
      ownTerms: categoryTerms(ownerNumber, Object.values(names)),
      terms: categoryTerms(ownerNumber, Object.values(paths).flat()),
    })
  }
  return [...rows.values()]
}
