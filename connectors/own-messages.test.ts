/** Messages of the connectors are translated: their source holds no sentence of ours, and every key is a text. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import english from '../server/i18n/locales/en.json' with { type: 'json' }
import { translate } from '../server/i18n/translate.ts'
import { ownMessage } from './channel-error.ts'

const folders = ['channels', 'woocommerce']
const files = [
  join(import.meta.dirname, 'http.ts'),
  ...folders.flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(import.meta.dirname, folder, file)),
  ),
]

/** The arguments of each call that makes a reason, and the reason of each failed item. */
function reasonsIn(source: string): string[] {
  const starts = source.matchAll(/\b(?:new \w*(?:ChannelError|ReplyTooLarge)|refus\w+|failure)\(|\breason: /g)
  return [...starts].map(({ 0: start, index }) => {
    const from = index + start.length
    if (start === 'reason: ') return source.slice(from, source.indexOf('\n', from))
    let depth = 1
    let at = from
    for (; depth > 0 && at < source.length; at++)
      depth += source[at] === '(' ? 1 : source[at] === ')' ? -1 : 0
    return source.slice(from, at - 1)
  })
}

/** A word, a space and a word within one literal. */
const sentence = /'[^'\n]*\b[A-Za-z]{2,} [a-z]{2,}[^'\n]*'|`[^`]*\b[A-Za-z]{2,} [a-z]{2,}[^`]*`/

test('no connector refuses in a language of its own', () => {
  const found = files.flatMap((file) =>
    reasonsIn(readFileSync(file, 'utf8'))
      .map((reason) => reason.replaceAll(/\/\/.*/g, ''))
      .filter((reason) => sentence.test(reason))
      .map((reason) => `${file}: ${reason.slice(0, 120)}`),
  )
  expect(found).toEqual([])
})

test('every key of theirs is a text, with what it is about', () => {
  const texts: Record<string, string> = english
  const used = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /'((?:refusal|field)\.\w+)'(?:, \{((?:[^{}]|\$\{[^}]*\})*)\})?/g,
      ),
    ].map(([, key = '', params = '']) => ({ key, params })),
  )
  expect(used.length).toBeGreaterThan(90)
  for (const { key, params } of used) {
    expect(Object.keys(texts), key).toContain(key)
    for (const [, name = ''] of (texts[key] ?? '').matchAll(/\{(\w+)\}/g)) expect(params, key).toContain(name)
  }
})

test('a message is read in the language of its reader, also behind what it is about, and when it was cut', () => {
  const stored = ownMessage('refusal.unknown_product', { channel: 'Tiki', id: '7 "x"' })
  expect(translate('en', stored)).toBe('Tiki does not have the product 7 "x"')
  expect(translate('jp', stored)).toBe('Tikiに商品 7 "x" はありません')
  expect(translate('en', `order 5: ${stored}`)).toBe('order 5: Tiki does not have the product 7 "x"')
  expect(translate('en', stored.slice(0, -5))).toBe('{channel} does not have the product {id}')
  expect(translate('en', 'order 5: refusal.item_unreadable')).toBe('order 5: The data cannot be read')
  expect(translate('en', 'The channel says {so}')).toBe('The channel says {so}')
})
