import { readFileSync } from 'node:fs'
import fontkit from '@pdf-lib/fontkit'
import { describe, expect, it } from 'vitest'
import { chooseLanguage, joinPath, languageNames, splitPath } from './page-language.ts'

describe('the language of an address', () => {
  it.each([
    ['/orders', undefined, '/orders'],
    ['/en/orders', 'en', '/orders'],
    ['/en', 'en', '/'],
    ['/vi/orders/5', 'vn', '/orders/5'],
    ['/ms', 'my', '/'],
    ['/ja/orders', 'jp', '/orders'],
    ['/enough', undefined, '/enough'],
    ['/', undefined, '/'],
  ])('%s is %s at %s', (address, language, path) => {
    expect(splitPath(address)).toEqual({ language, path })
  })

  it('is a prefix for all but Japanese', () => {
    expect(joinPath('jp', '/orders')).toBe('/orders')
    expect(joinPath('vn', '/orders')).toBe('/vn/orders')
    expect(joinPath('en', '/')).toBe('/en')
  })
})

describe('the language of a visit', () => {
  it('is Japanese for somebody new', () => {
    expect(chooseLanguage('/orders', '')).toEqual({ language: 'jp', path: '/orders' })
  })

  it('follows the cookie, aliases included, where the address names none', () => {
    expect(chooseLanguage('/orders', 'a=b; DIS_LANG=vi').language).toBe('vn')
  })

  it('follows the address before the cookie', () => {
    expect(chooseLanguage('/my/orders', 'DIS_LANG=en').language).toBe('my')
  })

  it('takes no word from a cookie that names no language', () => {
    expect(chooseLanguage('/', 'DIS_LANG=xx').language).toBe('jp')
  })
})

it('has the letters of every language’s own name, where the system lacks them', () => {
  const font = fontkit.create(readFileSync(new URL('language-names.woff2', import.meta.url)))
  const japanese =
    Object.values(languageNames)
      .join('')
      .match(/\p{Script=Han}/gu) ?? []
  expect(japanese.length).toBeGreaterThan(0)
  const styles = readFileSync(new URL('base.css', import.meta.url), 'utf8')
  for (const letter of japanese) {
    const code = letter.codePointAt(0) ?? 0
    expect([letter, font.hasGlyphForCodePoint(code)]).toEqual([letter, true])
    expect(styles).toContain(`U+${code.toString(16).toUpperCase()}`)
  }
})
