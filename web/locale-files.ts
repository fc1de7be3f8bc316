import type { Language } from '../model/language.ts'

/** The file of each language's words. */
export const localeFiles: Record<Language, () => Promise<{ default: object }>> = {
  jp: () => import('./locales/jp.json'),
  en: () => import('./locales/en.json'),
  vn: () => import('./locales/vn.json'),
  my: () => import('./locales/my.json'),
}
