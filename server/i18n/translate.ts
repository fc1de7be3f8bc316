/** The server's own words (errors, enumerations) in the reader's language. */
import { readFileSync } from 'node:fs'
import { languages, type Language } from '../../model/language.ts'

const messages = Object.fromEntries(
  Object.keys(languages).map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`locales/${language}.json`, import.meta.url), 'utf8')) as Record<
      string,
      string
    >,
  ]),
) as Record<Language, Record<string, string>>

/** `error.not_found` and the like. An unknown key answers with itself, so that a gap is seen. */
export function translate(
  language: Language,
  key: string,
  values: Record<string, string | number> = {},
): string {
  const own = ownPattern.exec(key)
  if (own && (own[1] || own[3]))
    return own[1] + translate(language, own[2] ?? '', { ...values, ...paramsOf(own[3]) })
  const text = messages[language][key] ?? messages.en[key] ?? key
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
}

/** A key with its values, as a connector's `ownMessage`, which may stand behind what it is about. */
const ownPattern = /^(|.*: )((?:refusal|field)\.[\w-]+)( \{.*|)$/s

/** Texts are cut where they are stored: a message without its end is told without what it is about. */
function paramsOf(json = ''): Record<string, string> {
  try {
    return JSON.parse(json) as Record<string, string>
  } catch {
    return {}
  }
}
