/** The server's words: in every language, all of them said somewhere, none missing. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { realtimeChannels } from '../../contract/realtime.ts'
import { errorStatuses } from '../../model/errors.ts'
import { languages, type Language } from '../../model/language.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const codes = Object.keys(languages) as Language[]
const messagesIn = (language: Language) =>
  JSON.parse(readFileSync(join(root, `server/i18n/locales/${language}.json`), 'utf8')) as Record<
    string,
    string
  >
const english = messagesIn('en')

/** Groups whose keys are made of values, such as `status.${code}`. */
const dynamic = [
  'audit',
  'audit_field',
  'audit_subject',
  'buyer_mail',
  'cancel_reason',
  'cod',
  'error',
  'export',
  // Errors in the API keys of a shop, in the connector's words.
  'field',
  'fulfillment_type',
  'gender',
  'import_fault',
  'import_example',
  'import_field',
  'import_problem',
  'inventory_type',
  'mail',
  'notify_status',
  'notify_type',
  'paper',
  // Parts of the paper that hands out personal data.
  'personal',
  'payment',
  'plan_limit',
  'platform',
  'platform_type',
  'print',
  // Refusals by a courier's connector.
  'refusal',
  'product_status',
  'rank',
  'return_error',
  'return_status',
  'role',
  'scan_error',
  'shipment',
  'sms',
  'sync_failure',
  'status',
  'action',
  'action_error',
  'change_error',
  'template_status',
  'upload_status',
  'template_rule',
]

/** Groups whose keys are codes that no source names: a channel sends them, or two parts make them (`asked_${action}`). */
const composed = ['return_reason', 'history']

const source = ['server', 'model', 'contract', 'connectors']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  )
  .join('\n')

describe.each(codes)('the server’s words in %s', (language) => {
  const own = messagesIn(language)

  it('are those of English', () => {
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  it('call the events of an order as its page does', () => {
    const page = JSON.parse(readFileSync(join(root, `web/locales/${language}.json`), 'utf8')) as {
      history: Record<string, string>
    }
    const events = Object.entries(page.history).map(([event, text]) => [`history.${event}`, text])
    expect(own).toMatchObject(Object.fromEntries(events))
  })

  it('fill in the same values, and leave nothing empty', () => {
    const openings = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()
    for (const [key, text] of Object.entries(own)) {
      expect([key, openings(text)]).toEqual([key, openings(english[key])])
      expect([key, text.trim()]).not.toEqual([key, ''])
    }
  })
})

describe('the server', () => {
  const groups = [...new Set(Object.keys(english).map((key) => key.split('.')[0] ?? ''))]
  const literals = new Set([...source.matchAll(/['`]((?:\w+\.)+\w+)['`]/g)].map(([, key = '']) => key))

  it('says nothing that has no words', () => {
    const asked = [...literals].filter((key) => /^(field|done|error|mail|paper|export)\.\w+$/.test(key))
    expect(asked.length).toBeGreaterThan(50)
    // Channels of the realtime look like keys, and so do the actions that the audit log says behind `audit.`.
    expect(
      asked.filter(
        (key) =>
          !(key in english) &&
          !(`audit.${key}` in english) &&
          !(realtimeChannels as readonly string[]).includes(key),
      ),
    ).toEqual([])
    expect(
      Object.keys(errorStatuses).filter(
        (code) => !(`error.${code}` in english) && code !== 'validation_failed',
      ),
    ).toEqual([])
  })

  it('says every word that it has', () => {
    const named = new Set(
      [...source.matchAll(/'([\w.-]+)'|\b(\w+)\??:/g)].flatMap(([, quoted, property]) =>
        (quoted ?? property ?? '').replaceAll('-', '_').split('.'),
      ),
    )
    const isUsed = (key: string) => {
      if (literals.has(key)) return true
      const [group = '', ...ends] = key.split('.')
      return (
        composed.includes(group) ||
        (dynamic.includes(group) &&
          (literals.has(ends.join('.')) || ends.every((end) => named.has(end.replaceAll('-', '_')))))
      )
    }
    expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([])
    expect([...dynamic, ...composed].filter((group) => !groups.includes(group))).toEqual([])
  })
})
