/** The page's own texts, one file for each language. */
export const LANGUAGES = { en: 'English', jp: '日本語', vn: 'Tiếng Việt', my: 'Bahasa Melayu' } as const
export type Language = keyof typeof LANGUAGES

/** Names of the languages for the browser. */
const TAGS: Record<Language, string> = { en: 'en', jp: 'ja', vn: 'vi', my: 'ms' }

let texts: Record<string, string> = {}
let current: Language = 'en'

export const language = (): Language => current
export const tag = (): string => TAGS[current]

export const isLanguage = (text: string | null): text is Language =>
  text !== null && Object.hasOwn(LANGUAGES, text)

export function firstLanguage(): Language {
  const saved = localStorage.getItem('language')
  if (isLanguage(saved)) return saved
  const wanted = navigator.languages.map((one) => one.slice(0, 2))
  const found = wanted.flatMap((one) => Object.entries(TAGS).find(([, name]) => name === one) ?? [])
  const [first = 'en'] = found
  return isLanguage(first) ? first : 'en'
}

export async function loadTexts(next: Language): Promise<void> {
  const reply = await fetch(`/_page/locales/${next}.json`)
  texts = (await reply.json()) as Record<string, string>
  current = next
  document.documentElement.lang = tag()
  document.title = t('title')
}

/** The text of this name, with the values of its {{places}}. */
export const t = (name: string, values: Record<string, string | number> = {}): string =>
  (texts[name] ?? name).replace(/\{\{(\w+)\}\}/g, (_, place: string) => {
    const value = values[place]
    return typeof value === 'number' ? value.toLocaleString(tag()) : (value ?? '')
  })

export const seconds = (ms: number): string =>
  t('seconds', {
    count: (ms / 1000).toLocaleString(tag(), { minimumFractionDigits: 1, maximumFractionDigits: 2 }),
  })

export const clockTime = (ms: number): string => new Date(ms).toLocaleTimeString(tag(), { hour12: false })

export const dayAndTime = (ms: number): string =>
  new Date(ms).toLocaleString(tag(), {
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
