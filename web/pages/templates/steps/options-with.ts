import { fold } from '../../../../model/keyword.ts'

/** Options that have the keyword in their name, whatever its accents, capitals and width. */
export function optionsWith<T extends { name: string }>(options: readonly T[], keyword: string): T[] {
  const wanted = fold(keyword.trim())
  return options.filter(({ name }) => fold(name).includes(wanted))
}
