import type { Language } from '../model/language.ts'
import type { TextArea } from './text-areas.ts'

/** Texts of one area: a part of a file in `locales`. */
export type Texts = Record<string, unknown>

type Load = () => Promise<{ default: Texts }>

/** The file of each language and area. scripts/split-texts.ts puts them here, out of the locale files and the areas. */
export declare const textFiles: Record<Language, Record<TextArea, Load>>
