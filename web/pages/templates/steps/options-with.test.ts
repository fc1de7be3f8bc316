import { expect, it } from 'vitest'
import { optionsWith } from './options-with.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))
const colours = named('Đỏ', 'Xanh lá', 'Trắng', 'XL / 42 (EU)', 'レッド', '赤', 'Ｍサイズ', 'ｶｰｷ')

it.each([
  ['', colours.map(({ name }) => name)],
  ['  ', colours.map(({ name }) => name)],
  ['đỏ', ['Đỏ']],
  ['do', ['Đỏ']],
  ['DO', ['Đỏ']],
  ['xanh', ['Xanh lá']],
  ['lá'.normalize('NFD'), ['Xanh lá']],
  [' trang ', ['Trắng']],
  ['42', ['XL / 42 (EU)']],
  ['(eu)', ['XL / 42 (EU)']],
  ['４２', ['XL / 42 (EU)']],
  ['レッド', ['レッド']],
  ['ﾚｯﾄﾞ', ['レッド']],
  ['カーキ', ['ｶｰｷ']],
  ['赤', ['赤']],
  ['m', ['Ｍサイズ']],
  ['.*', []],
  ['blue', []],
])('%j is found in %j', (keyword, found) => {
  expect(optionsWith(colours, keyword).map(({ name }) => name)).toEqual(found)
})

it('has letters with the accents that they are told by in a name, and without in a keyword', () => {
  const rooms = named('Bàn', 'Bạn', 'Ban công')
  expect(optionsWith(rooms, 'ban')).toEqual(rooms)
})
