import type { Language } from '../model/language.ts'
import type { TextArea } from './text-areas.ts'
import type { Texts } from './texts.ts'

type Load = () => Promise<{ default: Texts }>

/** The file of each language and area. scripts/split-texts.ts puts them here, out of the locale files and the areas. */
export declare const textFiles: Record<Language, Record<TextArea, Load>>
