import { describe, expect, it } from 'vitest'
import {
  fold,
  keywordTerms,
  termsOfCode,
  termsOfName,
  termsOfPhone,
  termsOfSku,
  splitWords,
  type KeywordPart,
  type Searched,
} from './keyword.ts'

/** Answers whether a keyword finds a text with these terms, by the rule of the text index. */
function finds(keyword: string, terms: string[], searched: Searched = 'things'): boolean {
  const holds = (part: KeywordPart): boolean => {
    if ('all' in part) return part.all.every(holds)
    if ('any' in part) return part.any.some(holds)
    return terms.some((one) => (part.prefix ? one.startsWith(part.term) : one === part.term))
  }
  const asked = keywordTerms(keyword, searched)
  return asked !== undefined && holds(asked)
}

describe('fold', () => {
  it.each([
    ['Lê Thị Hồng', 'le thi hong'],
    ['ĐẶNG', 'dang'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ｶﾀｶﾅ', 'カタカナ'],
    ['ガ', 'ガ'],
    ['Ç', 'c'],
  ])('makes %s of one kind with %s', (text, folded) => {
    expect(fold(text)).toBe(fold(folded))
    expect(fold(text)).toBe(folded.normalize('NFC'))
  })
})

describe('splitWords', () => {
  it('parts at anything that is no letter or digit, and where the script changes', () => {
    expect(splitWords("O'Brien & (田中kenji)")).toEqual(['o', 'brien', '田中', 'kenji'])
  })

  it('finds no word in symbols, NUL or half a character', () => {
    for (const text of ['', '  ', '&|!:*()\'"\\', '\u0000', '\ud800', '🏮'])
      expect(splitWords(text)).toEqual([])
  })
})

describe('a name', () => {
  const japanese = termsOfName('田中 ケンジ')
  const vietnamese = termsOfName('Nguyễn Thị Ánh')

  it.each([
    '田中',
    '田',
    '中',
    'ケンジ',
    'ンジ',
    '田中 ケン',
    '田中ケンジ',
    '中ケ',
    'ケンジ 田中',
    '中 ケ',
    'ｹﾝｼﾞ',
  ])('is found by any part of Japanese: %s', (keyword) => {
    expect(finds(keyword, japanese)).toBe(true)
  })

  it.each([
    'nguyen',
    'NGUYỄN',
    'ngu',
    'thi anh',
    'Ánh',
    'nguyen anh',
    'anh nguyen',
    'nguyen thi a',
    'anh thi nguyen',
  ])('is found by the start of its words: %s', (keyword) => {
    expect(finds(keyword, vietnamese)).toBe(true)
  })

  it.each(['guyen', 'ng', 'nguyen van', 'nguy thi', '鈴木'])('is not found by %s', (keyword) => {
    expect(finds(keyword, vietnamese)).toBe(false)
  })

  it('is found by a word under three letters when that is whole', () => {
    expect(finds('li', termsOfName('Li Na'))).toBe(true)
    expect(finds('li', termsOfName('Lina'))).toBe(false)
  })
})

describe('the name of a thing', () => {
  const set = 'Set of 16 Vintage Rose Cutlery'
  const seven = 'One Two Three Four Five Six Seven'
  const japanese = '秋の 新作 和柄 提灯 大型 手作り 限定品'

  it.each([
    [set, set],
    [set, 'Vintage Rose Cutlery'],
    [set, 'rose cutl'],
    [seven, seven],
    [seven, 'Five Six'],
    [seven, 'six seven'],
    [japanese, japanese],
    [japanese, '手作り 限定品'],
  ])('%s is found by %s', (name, keyword) => {
    expect(finds(keyword, termsOfName(name))).toBe(true)
  })

  it.each([
    [set, 'Rose Cutlery Spoon'],
    [seven, 'Six Eight'],
    [japanese, '手作り 提袋'],
  ])('%s is not found by %s', (name, keyword) => {
    expect(finds(keyword, termsOfName(name))).toBe(false)
  })

  it('of a buyer with more than five words is found whole, and the first five by pairs alone', () => {
    const name = 'Muhammad Haziq bin Abdul Rahman bin Ali'
    expect(finds(name, termsOfName(name), 'people')).toBe(true)
    expect(finds('Muhammad Haziq bin Abdul Rahman bin Ahmad', termsOfName(name), 'people')).toBe(false)
    expect(keywordTerms('nguyen thi', 'people')).toEqual({ term: 'nguyenthi', prefix: true })
  })
})

describe('a code with spaces', () => {
  const code = 'SKU WITH SPACE 1'

  it.each(['SKU WITH SPACE 1', 'sku with space', 'WITH SPACE 1', 'space 1', 'space  1'])(
    'is found by %s',
    (keyword) => {
      expect(finds(keyword, termsOfSku(code), 'things')).toBe(true)
      expect(finds(keyword, termsOfCode(code), 'people')).toBe(true)
    },
  )

  it.each(['SKU SPACE 1', 'SPACE 2'])('is not found by %s', (keyword) => {
    expect(finds(keyword, termsOfCode(code))).toBe(false)
  })
})

describe('a code', () => {
  const terms = termsOfCode('250301-ABX7Q2')

  it.each(['250301ABX7Q2', '250301-ABX7Q2', '250301', '2503', 'x7q2', 'BX7Q2', 'abx7q2'])(
    'is found by %s',
    (keyword) => {
      expect(finds(keyword, terms)).toBe(true)
    },
  )

  it('is found by its end when that has no digit', () => {
    const lettered = termsOfCode('260301K7FFDXSC')
    expect(finds('FFDXSC', lettered)).toBe(true)
    expect(finds('dxsc', lettered)).toBe(true)
    expect(finds('xsc', lettered)).toBe(false)
    expect(finds('tan ffdxsc', lettered)).toBe(false)
  })

  it.each(['50301', 'X7Q', '7q2', '250302'])('is not found by %s', (keyword) => {
    expect(finds(keyword, terms)).toBe(false)
  })
})

describe('a SKU', () => {
  const terms = termsOfSku('LAMP-RED-01')

  it.each(['LAMP-RED-01', 'lampred01', 'lamp', 'lamp red', 'red', 'red-01', 'lamp-r'])(
    'is found by %s',
    (keyword) => {
      expect(finds(keyword, terms)).toBe(true)
    },
  )

  it.each(['amp', 'red lamp', 'lamp 02', 'ed01'])('is not found by %s', (keyword) => {
    expect(finds(keyword, terms)).toBe(false)
  })
})

describe('a phone number', () => {
  const terms = termsOfPhone('+60 12-345 6789')

  it.each([
    '+60123456789',
    '60123456789',
    '0123456789',
    '012-345 6789',
    '+60 12-345 6789',
    '56789',
    '6789',
    '０１２－３４５　６７８９',
  ])('is found by %s', (keyword) => {
    expect(finds(keyword, terms)).toBe(true)
  })

  it.each(['34567', '0123456780', '+61'])('is not found by %s', (keyword) => {
    expect(finds(keyword, terms)).toBe(false)
  })

  it('that was stored in its national form is found by the national form', () => {
    expect(finds('0312345678', termsOfPhone('03-1234-5678'))).toBe(true)
  })
})

describe('text without end', () => {
  const hundredThousand = 100_000
  const sizeOf = (terms: string[]) => [terms.length, Math.max(...terms.map(({ length }) => length))]

  it.each([
    ['a name without spaces', termsOfName('漢'.repeat(hundredThousand)), 255],
    ['two words without spaces', termsOfName(`漢${' 字'.repeat(hundredThousand)}`), 500],
    ['two long words', termsOfName(`${'漢'.repeat(120)} ${'字'.repeat(hundredThousand)}`), 600],
    ['a SKU of many words', termsOfSku('a-'.repeat(hundredThousand)), 128],
    ['a code of many words', termsOfCode('a-'.repeat(hundredThousand)), 129],
    ['a phone number', termsOfPhone('60'.repeat(hundredThousand)), 3],
  ])('makes few and short terms of %s', (_, terms, most) => {
    const [count = 0, longest] = sizeOf(terms)
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(most)
    expect(longest).toBeLessThanOrEqual(64)
  })

  it('is found by its beginning, and a code by its end', () => {
    expect(finds('漢'.repeat(60), termsOfName('漢'.repeat(hundredThousand)))).toBe(true)
    expect(finds('12345', termsOfCode(`${'A'.repeat(hundredThousand)}-12345`))).toBe(true)
  })
})
