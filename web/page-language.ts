import { defaultLanguage, languageOf, languages, type Language } from '../model/language.ts'

const cookieName = 'DIS_LANG'
const cookieDays = 365

/** "/en/orders" -> en, "/orders". Aliases (ja, vi, ms) count as their language. */
export function splitPath(pathname: string): { language: Language | undefined; path: string } {
  const [, first = '', rest = ''] = /^\/([^/]*)(\/.*)?$/.exec(pathname) ?? []
  const language = languageOf(first)
  return language ? { language, path: rest || '/' } : { language: undefined, path: pathname }
}

/** Japanese has no prefix. */
export function joinPath(language: Language, path: string): string {
  if (language === defaultLanguage) return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}

/**
 * The language holds for the life of the page: another one is another address, loaded afresh. An address without a
 * prefix follows the cookie, so that a channel's consent page can come back to one address for everybody.
 */
export function chooseLanguage(pathname: string, cookies: string): { language: Language; path: string } {
  const { language, path } = splitPath(pathname)
  return { language: language ?? languageOf(readCookie(cookies)) ?? defaultLanguage, path }
}

function readCookie(cookies: string): string | undefined {
  return new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(cookies)?.[1]
}

export function storeLanguage(language: Language): void {
  document.cookie = `${cookieName}=${language}; path=/; max-age=${cookieDays * 86_400}; samesite=lax`
}

function startLanguage(): Language {
  const { language, path } = chooseLanguage(location.pathname, document.cookie)
  const canonical = joinPath(language, path)
  if (canonical !== location.pathname) {
    history.replaceState(history.state, '', canonical + location.search + location.hash)
  }
  if (!readCookie(document.cookie)) storeLanguage(language)
  document.documentElement.lang = languages[language].iso
  return language
}

/** In tests without a page, the default. */
export const language: Language = typeof document === 'undefined' ? defaultLanguage : startLanguage()
export const locale = languages[language].locale

export function openInLanguage(next: Language): void {
  storeLanguage(next)
  const { path } = splitPath(location.pathname)
  location.assign(joinPath(next, path) + location.search + location.hash)
}

export const languageNames: Record<Language, string> = {
  jp: '日本語',
  en: 'English',
  vn: 'Tiếng Việt',
  my: 'Bahasa Melayu',
}
