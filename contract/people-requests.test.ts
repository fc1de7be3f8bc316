/** Requests about people, customers and the account's settings: what is taken, and the field that what is wrong is refused with. */
import { describe, expect, it } from 'vitest'
import { customerLevels } from '../model/customer-rank.ts'
import { bodyAs, leftOut, queryAs, refusedIn, refusedInQuery } from '../test/steps/changed-requests.ts'

const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const long = (count: number) => 'x'.repeat(count)

describe('people and their access', () => {
  it.each([
    ['POST /authorization', 'email', ''],
    ['POST /authorization', 'email', 'a@b'],
    ['POST /authorization', 'email', 'aoi.example.test'],
    ['POST /authorization', 'email', `${long(250)}@a.test`],
    ['POST /authorization', 'password', '12345'],
    ['POST /authorization', 'password', long(51)],
    ['POST /authorization', 'otp', '12345'],
    ['POST /authorization', 'otp', '1234567'],
    ['POST /authorization', 'otp', 'abc189'],
    ['POST /authorization', 'remember', 'yes'],
    ['POST /authorization/reset-password', 'token', long(42)],
    ['POST /authorization/reset-password', 'token', `${long(42)}=`],
    ['POST /authorization/reset-password', 'password_confirmation', 'Password'],
    ['POST /authorization/activate', 'name', '\u3000'],
    ['PUT /users/change-password', 'current_password', ''],
    ['PUT /users/change-password', 'password_confirmation', 'passwort'],
    ['PUT /users/me', 'name', ''],
    ['PUT /users/me', 'name', 'Aoi\u0007'],
    ['PUT /users/me', 'phone', '12'],
    ['PUT /users/me', 'language', 'ja'],
    ['PUT /users/me', 'gender', 9],
    ['PUT /users/me', 'updated_at', 'yesterday'],
    ['POST /users', 'role', 'owner'],
    ['POST /users', 'group_permissions', ['everything'], 'group_permissions.0'],
    ['POST /users', 'permissions', ['orders.cancel', 'root'], 'permissions.1'],
    ['POST /users', 'shop_ids', [0], 'shop_ids.0'],
    ['POST /users', 'password', 'short'],
    ['POST /users', 'phone', '+60 12 x'],
    ['PUT /users/{id}', 'status', 0],
    ['PUT /users/{id}', 'status', 3],
    ['PUT /users/{id}', 'has_second_factor', true],
    ['POST /first-run', 'company_name', ' '],
    ['POST /first-run', 'currency', 'RM'],
    ['POST /first-run', 'currency', 'myr'],
    ['POST /first-run', 'timezone', ''],
    ['POST /account/deletion', 'email', ' '],
  ])('%s names what is wrong: %s', (name, field, value, named: string = field) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [named]])
  })

  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['１２３４５６', '123456'],
    ['１２３　４５６', '123456'],
    ['abcd-efgh-2345-6723', 'abcdefgh23456723'],
    ['ＡＢＣＤ－ＥＦＧＨ－２３４５－６７２３', 'ABCDEFGH23456723'],
  ])('a code is read as the app or the paper shows it, or a Japanese keyboard types it: %s', (otp, read) => {
    expect(bodyAs('POST /authorization', { otp })).toMatchObject({ otp: read })
  })

  it('a person changes something', () => {
    const nothing = [
      'name',
      'email',
      'phone',
      'role',
      'group_permissions',
      'permissions',
      'shop_ids',
      'status',
    ]
    const changes = Object.fromEntries(nothing.map((field) => [field, leftOut]))
    expect(refusedIn('PUT /users/{id}', changes)).toEqual(['body'])
    expect(refusedIn('PUT /users/{id}', { ...changes, updated_at: null })).toEqual(['body'])
    expect(refusedIn('PUT /users/{id}', { ...changes, phone: null })).toEqual([])
  })

  it.each([
    ['０１２－３４５　６７８９', '012-345 6789'],
    ['+60 (0)12-345 6789', '+60 (0)12-345 6789'],
    ['', ''],
    [null, null],
  ])('a phone number is read as it is meant: %j', (phone, read) => {
    expect(bodyAs('PUT /users/me', { phone })).toMatchObject({ phone: read })
  })
})

describe('customers and segments', () => {
  const rule = { field: 'orders', test: 'at_least', value: 2 }
  const bought = { field: 'bought', test: 'at_least', value: 1, sku_ids: [1], days: 90 }
  const region = { field: 'region', test: 'is', places: ['MY/selangor'] }
  const count = 'POST /customers/shortlists/count'

  it.each([
    ['POST /customers/merge', 'customer_ids', [1]],
    ['POST /customers/merge', 'customer_ids', many(11)],
    ['POST /customers/merge', 'customer_ids', [1, 2, 1], 'customer_ids.2'],
    ['POST /customers/merge', 'customer_ids', [1, 0], 'customer_ids.1'],
    ['PUT /customers/{id}/note', 'note', long(1001)],
    ['PUT /customers/{id}/note', 'note', 'a\u0000b'],
    ['PUT /customers/{id}/note', 'note', null],
    ['POST /customers/shortlists', 'name', '\t'],
    ['POST /customers/shortlists', 'name', long(256)],
    ['POST /customers/shortlists', 'description', long(1001)],
    ['POST /customers/shortlists', 'customer_ids', many(1001)],
    ['POST /customers/shortlists/{id}/add-customers', 'customer_ids', []],
    ['PUT /settings/buyer-data', 'months', 2],
    ['PUT /settings/buyer-data', 'months', 121],
    ['PUT /settings/buyer-data', 'months', 3.5],
    [count, 'rules', []],
    [count, 'rules', many(11).map(() => rule)],
    [count, 'rules', [{ ...rule, joined: 'or' }], 'rules.0.joined'],
    [count, 'rules', [rule, { ...rule, joined: 'xor' }], 'rules.1.joined'],
    [count, 'rules.0.field', 'height'],
    [count, 'rules.0.test', 'about'],
    [count, 'rules.0.value', -1],
    [count, 'rules.0.value', 1e13],
    [count, 'rules.0.value', Number.NaN],
    [count, 'rules.0.value', null],
    [count, 'rules.0', { ...bought, sku_ids: [] }, 'rules.0.sku_ids'],
    [count, 'rules.0', { ...bought, sku_ids: many(21) }, 'rules.0.sku_ids'],
    [count, 'rules.0', { ...bought, days: 0 }, 'rules.0.days'],
    [count, 'rules.0', { ...bought, days: 3661 }, 'rules.0.days'],
    [count, 'rules.0', { ...bought, value: 1.5 }, 'rules.0.value'],
    [count, 'rules.0', { ...bought, test: 'is' }, 'rules.0.test'],
    [count, 'rules.0', { ...region, places: [] }, 'rules.0.places'],
    [count, 'rules.0', { ...region, places: [''] }, 'rules.0.places.0'],
    [count, 'rules.0', { ...region, places: [long(201)] }, 'rules.0.places.0'],
    [count, 'rules.0', { ...region, value: 1 }, 'rules.0.value'],
  ])('%s names what is wrong: %s', (name, field, value, named: string = field) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [named]])
  })

  it.each([
    [[{ ...rule, joined: 'except' }]],
    [[rule, { ...region, joined: 'or' }, { ...bought, joined: 'except' }]],
    [[{ ...bought, days: null }]],
    [[{ ...region, places: ['MY', 'VN/thành phố hồ chí minh', 'JP/東京都'] }]],
    [many(10).map(() => ({ ...rule, value: 0 }))],
  ])('takes the rules %j', (rules) => {
    expect(refusedIn(count, { rules })).toEqual([])
  })

  it.each([
    ['total_price_min', '-1'],
    ['total_price_min', '1e13'],
    ['total_price_min', 'many'],
    ['total_order_max', '1.5'],
    ['total_order_max', '1000000001'],
    ['from', '2027-02-29'],
    ['sold_to', '2026/11/30'],
    ['level_value', 'gold', 'level_value.0'],
    ['shortlist_id', '0'],
    ['keyword', 'a\tb'],
    ['sort', 'level'],
    ['limit', '1000'],
  ])('are asked for with a right %s', (field, value, named: string = field) => {
    expect([value, refusedInQuery('GET /customers', { [field]: value })]).toEqual([value, [named]])
  })

  it('are found by parts of a name in any writing', () => {
    for (const keyword of ['田', 'Nguyễn'.normalize('NFD'), ' ０９０ ', '𠮷野', ''])
      expect(queryAs('GET /customers', { keyword })).toMatchObject({ keyword: keyword.trim() })
  })
})

describe('levels of customers', () => {
  const name = 'PUT /settings/update-rank-limit'
  const ranks = (...limits: number[]) => limits.map((limit, at) => ({ level_value: at + 1, limit }))

  it.each([
    [ranks(1, 100, 200, 300), ['ranks.0.limit']],
    [ranks(0, 0, 200, 300), ['ranks.1.limit']],
    [ranks(0, 200, 200, 300), ['ranks.2.limit']],
    [ranks(0, 300, 200, 100), ['ranks.2.limit', 'ranks.3.limit']],
    [ranks(0, 1, 2, 1e15), ['ranks.3.limit']],
    [ranks(0, 1, 2), ['ranks']],
    [ranks(0, 1, 2, 3, 4), ['ranks']],
    [[], ['ranks']],
    [ranks(0, 1, 2, 3).toReversed(), [0, 1, 2, 3].map((at) => `ranks.${at}.level_value`)],
  ])('name each limit that is wrong: %j', (wanted, named) => {
    const found = refusedIn(name, { ranks: wanted })
    expect(found.filter((field) => named.includes(field))).toEqual(named)
  })

  it('may lie close to each other', () => {
    expect(ranks(0, 0.01, 0.02, 0.03)).toHaveLength(customerLevels.length)
    expect(refusedIn(name, { ranks: ranks(0, 0.01, 0.02, 0.03) })).toEqual([])
  })
})

describe('settings of the account', () => {
  const rate = { currency: 'VND', from: '2026-01-01', rate: '0.000168' }

  it.each([
    ['PUT /settings/account', 'currency', 'BTC'],
    ['PUT /settings/account', 'timezone', ''],
    ['PUT /settings/account', 'number_format', 'commas'],
    ['PUT /settings/exchange-rates', 'rates.0.currency', 'vnd'],
    ['PUT /settings/exchange-rates', 'rates.0.from', '2026-02-31'],
    ['PUT /settings/exchange-rates', 'rates.0.from', '0202-01-01'],
    ['PUT /settings/exchange-rates', 'rates.0.rate', '0'],
    ['PUT /settings/exchange-rates', 'rates.0.rate', '0.000'],
    ['PUT /settings/exchange-rates', 'rates.0.rate', '1,5'],
    ['PUT /settings/exchange-rates', 'rates.0.rate', '-1'],
    ['PUT /settings/exchange-rates', 'rates.0.rate', '1e-4'],
    ['PUT /settings/exchange-rates', 'rates.0.rate', '１'],
    ['PUT /settings/exchange-rates', 'rates.0.rate', '1.0000000000001'],
    ['PUT /settings/exchange-rates', 'rates.0.rate', '1000000000'],
    ['PUT /settings/exchange-rates', 'rates.0.rate', 1.5],
    ['PUT /settings/exchange-rates', 'rates', many(1001).map(() => rate)],
    ['PUT /settings/low-stock', 'threshold', -1],
    ['PUT /settings/low-stock', 'threshold', 1_000_000],
    ['PUT /settings/low-stock', 'threshold', null],
    ['PUT /settings/low-stock', 'apply', 'some'],
    ['PUT /settings/stock', 'reserve_unpaid', 'yes'],
    ['PUT /settings/forbidden-words', 'words.0.word', ' '],
    [
      'PUT /settings/forbidden-words',
      'words',
      ['Fake', 'ＦＡＫＥ'].map((word) => ({ word, platform_ids: [] })),
      'words.1.word',
    ],
    ['PUT /users/mail-report', 'rhythm', 'hourly'],
    ['PUT /users/mail-report', 'weekday', 0],
    ['PUT /users/mail-report', 'weekday', 8],
    ['PUT /users/mail-report', 'hour', 24],
    ['PUT /settings/update-print-template', 'paper_size', 'A3'],
    ['PUT /settings/update-print-template', 'copies', 0],
    ['PUT /settings/update-print-template', 'copies', 6],
    ['PUT /settings/update-print-template', 'show.barcode', 'yes'],
    ['PUT /settings/update-print-template', 'logo', 'https://shop.test/logo.png'],
    ['PUT /users/notifications', 'ids', 'some'],
    ['PUT /users/notifications/ways', 'ways', []],
    ['PUT /users/notifications/ways', 'ways.0.way', 'pigeon'],
    ['PUT /settings/buyer-mails', 'templates.0.language', 'ja'],
    ['PUT /settings/buyer-mails', 'contacts', [{ shop_id: 1, email: 'aoi' }], 'contacts.0.email'],
    ['POST /print-agents', 'name', ' '],
    ['PUT /print-settings', 'rules.label', { agent_id: 1, printer: '' }, 'rules.label.printer'],
    ['PUT /print-settings', 'auto.courier_ids', [100], 'auto.courier_ids.0'],
    ['PUT /shops/{id}', 'system_name', ''],
    ['PUT /shops/{id}', 'stock_share', 101],
    ['PUT /shops/{id}', 'stock_share', -1],
    ['PUT /shops/{id}', 'stock_buffer', 0.5],
    ['PUT /shops/{id}', 'stock_cap', 1_000_000],
    ['POST /saved-filters', 'name', ' '],
    ['POST /saved-filters', 'name', long(61)],
    ['POST /saved-filters', 'list', 'cats'],
    ['POST /saved-filters', 'filters.status', 'lost'],
    ['POST /saved-filters', 'filters.stock', 'low'],
    ['POST /saved-filters', 'filters.from', '2026-02-30'],
  ])('%s names what is wrong: %s', (name, field, value, named: string = field) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [named]])
  })

  it.each([
    [{}],
    [{ rates: [] }],
    [{ 'rates.0.rate': '0.000000000001' }],
    [{ 'rates.0.rate': '999999999.999999999999' }],
    [{ 'rates.0.currency': 'JPY', 'rates.0.rate': '25400' }],
  ])('rates are exact: %j', (changes) => {
    expect(refusedIn('PUT /settings/exchange-rates', changes)).toEqual([])
  })
})
