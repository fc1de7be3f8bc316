import type { TFunction } from 'i18next'
import type { Meaning, MeaningKey } from '../../../parts/meanings/meaning-keys.ts'
import { type FigureName, figureNames } from './figure-names.ts'

/** A figure of the page's own, or one that the columns of tables have alone; with a name where the title of the column is another. */
export type ColumnMeaning = FigureName | MeaningKey | { name: string; of: FigureName | MeaningKey }

type Column = { title: string; means?: ColumnMeaning | readonly ColumnMeaning[] }

/** The definitions of all columns that have figures. */
export function meaningsOf(t: TFunction, columns: readonly Column[]): Meaning[] {
  return columns.flatMap(({ title, means = [] }) =>
    [means].flat().map((meaning): Meaning => {
      const { name, of } = typeof meaning === 'string' ? { name: title, of: meaning } : meaning
      return isFigure(of) ? { name, text: t(`analytics.means.${of}`) } : { name, of }
    }),
  )
}

const isFigure = (of: FigureName | MeaningKey): of is FigureName =>
  (figureNames as readonly string[]).includes(of)
