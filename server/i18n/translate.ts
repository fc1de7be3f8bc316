/** The server's own words (errors, enumerations) in the reader's language. */
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { en, ja, ms, vi } from 'zod/locales'
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
const ownPattern = /^(|.*: )((?:refusal|field)\.\w+)( \{.*|)$/s

/** Texts are cut where they are stored: a message without its end is told without what it is about. */
function paramsOf(json = ''): Record<string, string> {
  try {
    return JSON.parse(json) as Record<string, string>
  } catch {
    return {}
  }
}

const localeErrors = {
  jp: ja().localeError,
  en: en().localeError,
  vn: vi().localeError,
  my: ms().localeError,
}

/** Fields that one answer names. Whoever sends more unknown keys than that has not made a slip. */
const mostFields = 20

/** One line per field: `{ "skus.0.price": "…" }`. The body as a whole answers under "body". */
export function invalidFields(language: Language, issues: z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const name of names) {
      if (fields.size === mostFields) return Object.fromEntries(fields)
      const path = [...issue.path, ...(name === undefined ? [] : [name])].join('.') || 'body'
      if (fields.has(path)) continue
      fields.set(
        path,
        name === undefined ? messageOf(language, issue) : translate(language, 'field.unknown', { name }),
      )
    }
  }
  return Object.fromEntries(fields)
}

function messageOf(language: Language, issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return translate(language, 'field.required')
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.input === ''
      ? translate(language, 'field.required')
      : translate(language, 'field.too_short', { least: Number(issue.minimum) })
  if (issue.code === 'too_big' && issue.origin === 'string')
    return translate(language, 'field.too_long', { most: Number(issue.maximum) })
  if (issue.code === 'invalid_format' && issue.format === 'email') return translate(language, 'field.email')
  // A rule of our own names its words itself.
  if (issue.code === 'custom' && issue.message.startsWith('field.')) return translate(language, issue.message)
  const messages = localeErrors[language](issue as z.core.$ZodRawIssue)
  return (typeof messages === 'string' ? messages : messages?.message) ?? issue.message
}
