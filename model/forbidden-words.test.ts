import { expect, it } from 'vitest'
import { contactsIn, forbiddenIn } from './forbidden-words.ts'

const words = ['Fake', 'số 1', '偽物', 'tiruan murah', 'C++'].map((word) => ({ word, platform_ids: [] }))

it.each([
  ['A FAKE rose', ['Fake']],
  ['ｆａｋｅ', ['Fake']],
  ['Fakes, faker and unfake', []],
  ['this fakery is a fake', ['Fake']],
  ['Hàng SỐ  1 Việt Nam', ['số 1']],
  ['số 10', []],
  ['so 1', []],
  ['これは偽物です', ['偽物']],
  ['barang tiruan\nmurah', ['tiruan murah']],
  ['learn c++ today', ['C++']],
  ['', []],
])('%j holds %j', (text, found) => {
  expect(forbiddenIn(text, words)).toEqual(found)
})

it.each([
  ['Write to shop@aoi.example.my, please', ['shop@aoi.example.my']],
  ['See https://aoi.example/roses.', ['https://aoi.example/roses']],
  ['See www.aoi.vn and aoi-hoa.vn/sale', ['www.aoi.vn', 'aoi-hoa.vn/sale']],
  ['Zalo: 0912 345 678', ['Zalo: 0912 345 678']],
  ['Call +60 12-345 6789 now', ['+60 12-345 6789']],
  ['Size 10.5 x 20.5 cm, 5.my pieces? GTIN 4901234567894', []],
  ['Case for WhatsApp 2026 fans, model A.B.C', []],
  ['Rose soap, no.1 choice. Vase.', []],
])('%j leads to %j', (text, found) => {
  expect(contactsIn(text)).toEqual(found)
})
