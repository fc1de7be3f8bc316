/** Wrong requests about the account and its people: the field that is named, and the remedy. */
import { describeRefusals, leftOut } from '../test/steps/changed-requests.ts'

const long = (count: number) => 'x'.repeat(count)

describeRefusals('signing in', 'POST /authorization', [
  ['email', leftOut, 'Field cannot be left blank'],
  ['email', '', 'Field cannot be left blank'],
  ['email', 'a', 'Enter at least 4 characters'],
  ['email', 'aoi', 'Enter at least 4 characters'],
  ['email', 'aoi@shop', 'Wrong email format'],
  ['email', 'aoi shop@example.test', 'Wrong email format'],
  ['email', null, 'Field cannot be left blank'],
  ['email', 5, 'Enter text'],
  ['email', ['aoi@example.test'], 'Enter text'],
  ['password', leftOut, 'Field cannot be left blank'],
  ['password', '', 'Field cannot be left blank'],
  ['password', '12345', 'Enter at least 6 characters'],
  ['password', long(51), 'Enter up to 50 characters'],
  ['password', 123456, 'Enter text'],
  ['otp', '', 'Incorrect OTP'],
  ['otp', '12 34', 'Incorrect OTP'],
  ['otp', 'abcdef', 'Incorrect OTP'],
  ['remember', 1, 'Send true or false'],
  ['remember', 'true', 'Send true or false'],
  ['remember', null, 'Field cannot be left blank'],
  ['token', 'x', 'Unknown field "token"'],
])

describeRefusals('a link of a mail', 'POST /authorization/activate', [
  ['token', leftOut, 'Field cannot be left blank'],
  ['token', '', 'Field cannot be left blank'],
  ['token', 'short', 'This is not in the expected form. Check what you entered'],
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', '', 'Field cannot be left blank'],
  ['name', ' ', 'Field cannot be left blank'],
  ['name', 'a\nb', 'Remove line breaks and hidden characters'],
  ['name', '\ud83d', 'Remove line breaks and hidden characters'],
  ['name', long(256), 'Enter up to 255 characters'],
  ['password', leftOut, 'Field cannot be left blank'],
  ['password', '', 'Field cannot be left blank'],
  ['password', '1234567', 'Enter at least 8 characters'],
  ['password', long(51), 'Enter up to 50 characters'],
])

describeRefusals('POST /authorization/reset-password', 'POST /authorization/reset-password', [
  ['password_confirmation', leftOut, 'Field cannot be left blank'],
  ['password_confirmation', '', 'The passwords do not match'],
  ['password_confirmation', 'passwords', 'The passwords do not match'],
  ['password_confirmation', 'PASSWORD', 'The passwords do not match'],
  ['password_confirmation', 'password ', 'The passwords do not match'],
])

describeRefusals('POST /authorization/forgot-password', 'POST /authorization/forgot-password', [
  ['email', leftOut, 'Field cannot be left blank'],
  ['email', '', 'Field cannot be left blank'],
  ['email', 'nobody', 'Wrong email format'],
  ['email', 'nobody@', 'Wrong email format'],
  ['email', '@example.test', 'Wrong email format'],
])

describeRefusals('an invitation', 'POST /invite-user', [
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', '', 'Field cannot be left blank'],
  ['name', '\t', 'Field cannot be left blank'],
  ['name', long(256), 'Enter up to 255 characters'],
  ['email', leftOut, 'Field cannot be left blank'],
  ['email', '', 'Field cannot be left blank'],
  ['email', 'kenji', 'Wrong email format'],
  ['email', 'kenji@example', 'Wrong email format'],
  ['email', long(250) + '@a.test', 'Enter up to 255 characters'],
  ['phone', '12', 'Enter a phone number'],
  ['phone', '+60 12 x', 'Enter a phone number'],
  ['phone', 60123456789, 'Enter text'],
  ['language', 'ja', 'Use one of these: jp, en, vn, my'],
  ['language', '', 'Field cannot be left blank'],
  ['language', 'JP', 'Use one of these: jp, en, vn, my'],
  ['role', 'owner', 'Use one of these: admin, manager, operator, catalogue, viewer, custom'],
  ['role', 'boss', 'Use one of these: admin, manager, operator, catalogue, viewer, custom'],
  ['role', '', 'Field cannot be left blank'],
  ['group_permissions', 'orders', 'Send a list'],
  [
    'group_permissions',
    ['orders', 'money'],
    'Use one of these: analytics, products, orders, customers, settings',
    'group_permissions.1',
  ],
  ['group_permissions', null, 'Field cannot be left blank'],
  ['permissions', ['orders.fly'], 'Choose a value from the list', 'permissions.0'],
  ['permissions', 'all', 'Send a list'],
  ['permissions', null, 'Field cannot be left blank'],
  ['shop_ids', 'all', 'Send a list'],
  ['shop_ids', [0], 'Enter more than 0', 'shop_ids.0'],
  ['shop_ids', ['1'], 'Enter a number', 'shop_ids.0'],
  ['shop_ids', [1.5], 'Enter a whole number', 'shop_ids.0'],
  ['shop_ids', null, 'Field cannot be left blank'],
  ['password', 'lanterns', 'Unknown field "password"'],
])

describeRefusals("a person's own page", 'PUT /users/me', [
  ['name', '', 'Field cannot be left blank'],
  ['name', long(256), 'Enter up to 255 characters'],
  ['name', null, 'Field cannot be left blank'],
  ['phone', '1234', 'Enter a phone number'],
  ['phone', 'none', 'Enter a phone number'],
  ['phone', 5, 'Enter text'],
  ['phone', '٠١٢٣٤٥', 'Enter a phone number'],
  ['gender', -1, 'Enter 0 or more'],
  ['gender', 4, 'Enter 3 or less'],
  ['gender', '1', 'Enter a number'],
  ['gender', 1.5, 'Enter a whole number'],
  ['language', 'ja', 'Use one of these: jp, en, vn, my'],
  ['language', 'EN', 'Use one of these: jp, en, vn, my'],
  ['language', null, 'Use one of these: jp, en, vn, my'],
  ['updated_at', '', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
  ['updated_at', 'now', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
  ['updated_at', '2026-11-30', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
  ['updated_at', 17, 'Enter text'],
  ['email', 'a@b.test', 'Unknown field "email"'],
])

describeRefusals('PUT /users/change-password', 'PUT /users/change-password', [
  ['current_password', leftOut, 'Field cannot be left blank'],
  ['current_password', '', 'Field cannot be left blank'],
  ['current_password', long(51), 'Enter up to 50 characters'],
])

describeRefusals('the account', 'PUT /settings/account', [
  ['timezone', '', 'Field cannot be left blank'],
  ['timezone', 9, 'Enter text'],
  ['timezone', null, 'Field cannot be left blank'],
  ['currency', '', 'Field cannot be left blank'],
  ['currency', 'yen', 'Use one of these: MYR, VND, JPY, USD, SGD, THB, IDR, PHP, TWD, GBP, EUR'],
  ['currency', 'jpy', 'Use one of these: MYR, VND, JPY, USD, SGD, THB, IDR, PHP, TWD, GBP, EUR'],
  ['currency', 'XYZ', 'Use one of these: MYR, VND, JPY, USD, SGD, THB, IDR, PHP, TWD, GBP, EUR'],
  ['currency', 5, 'Use one of these: MYR, VND, JPY, USD, SGD, THB, IDR, PHP, TWD, GBP, EUR'],
  ['number_format', '', 'Field cannot be left blank'],
  ['updated_at', 'now', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
])

describeRefusals('PUT /settings/exchange-rates', 'PUT /settings/exchange-rates', [
  ['rates', leftOut, 'Field cannot be left blank'],
  ['rates', 'none', 'Send a list'],
  ['rates', {}, 'Send a list'],
  ['rates.0.currency', leftOut, 'Field cannot be left blank'],
  ['rates.0.currency', '', 'Field cannot be left blank'],
  ['rates.0.currency', 'vnd', 'Use one of these: MYR, VND, JPY, USD, SGD, THB, IDR, PHP, TWD, GBP, EUR'],
  ['rates.0.currency', 'XYZ', 'Use one of these: MYR, VND, JPY, USD, SGD, THB, IDR, PHP, TWD, GBP, EUR'],
  ['rates.0.from', leftOut, 'Field cannot be left blank'],
  ['rates.0.from', '', 'Enter a date such as 2026-01-31'],
  ['rates.0.from', 'today', 'Enter a date such as 2026-01-31'],
  ['rates.0.from', '2026-13-01', 'Enter a date such as 2026-01-31'],
  ['rates.0.from', '2026-02-29', 'Enter a date such as 2026-01-31'],
  ['rates.0.from', '1800-01-01', 'Enter a date from 1900 to 2999'],
  ['rates.0.rate', leftOut, 'Field cannot be left blank'],
  ['rates.0.rate', '', 'Field cannot be left blank'],
  ['rates.0.rate', '1,5', 'Enter a rate above zero with up to 12 decimals'],
  ['rates.0.rate', '0', 'Enter a rate above zero with up to 12 decimals'],
  ['rates.0.rate', '-1', 'Enter a rate above zero with up to 12 decimals'],
  ['rates.0.rate', '1.234.567', 'Enter a rate above zero with up to 12 decimals'],
  ['rates.0.rate', '1e3', 'Enter a rate above zero with up to 12 decimals'],
  ['rates.0.rate', 0.5, 'Enter text'],
  ['rates.0.note', 'x', 'Unknown field "note"'],
])

describeRefusals('PUT /settings/low-stock', 'PUT /settings/low-stock', [
  ['threshold', leftOut, 'Field cannot be left blank'],
  ['threshold', -1, 'Enter 0 or more'],
  ['threshold', 1.5, 'Enter a whole number'],
  ['threshold', '3', 'Enter a number'],
  ['threshold', 1_000_000, 'Enter 999999 or less'],
  ['is_enabled', leftOut, 'Field cannot be left blank'],
  ['is_enabled', 1, 'Send true or false'],
  ['is_enabled', 'yes', 'Send true or false'],
  ['apply', '', 'Field cannot be left blank'],
  ['apply', 'some', 'Use one of these: new, all'],
])

describeRefusals('PUT /settings/buyer-data', 'PUT /settings/buyer-data', [
  ['months', leftOut, 'Field cannot be left blank'],
  ['months', 0, 'Enter 3 or more'],
  ['months', 2, 'Enter 3 or more'],
  ['months', 2.5, 'Enter a whole number'],
  ['months', 121, 'Enter 120 or less'],
  ['months', '24', 'Enter a number'],
])

describeRefusals('PUT /settings/forbidden-words', 'PUT /settings/forbidden-words', [
  ['words', leftOut, 'Field cannot be left blank'],
  ['words', 'fake', 'Send a list'],
  ['words', null, 'Field cannot be left blank'],
  ['words.0.word', leftOut, 'Field cannot be left blank'],
  ['words.0.word', '', 'Field cannot be left blank'],
  ['words.0.word', ' ', 'Field cannot be left blank'],
  ['words.0.word', long(201), 'Enter up to 60 characters'],
  ['words.0.word', 'a\nb', 'Remove line breaks and hidden characters'],
  ['words.0.platform_ids', leftOut, 'Field cannot be left blank'],
  ['words.0.platform_ids', 'all', 'Send a list'],
  ['words.0.platform_ids', [0], 'Enter 1 or more', 'words.0.platform_ids.0'],
  ['words.0.platform_ids', ['2'], 'Enter a number', 'words.0.platform_ids.0'],
  ['words.0.platform_ids', [1.5], 'Enter a whole number', 'words.0.platform_ids.0'],
])

describeRefusals('PUT /settings/update-rank-limit', 'PUT /settings/update-rank-limit', [
  ['ranks', leftOut, 'Field cannot be left blank'],
  ['ranks', [], 'Give at least 4'],
  ['ranks', 'gold', 'Send a list'],
  ['ranks', [{ level_value: 1, limit: 0 }], 'Give at least 4'],
  ['ranks.1.limit', leftOut, 'Field cannot be left blank'],
  ['ranks.1.limit', '100', 'Enter a number'],
  ['ranks.1.limit', -1, 'Enter more than the limit of the previous rank'],
  ['ranks.1.limit', 0, 'Enter more than the limit of the previous rank'],
  ['ranks.1.limit', null, 'Field cannot be left blank'],
  ['ranks.0.limit', 1, 'The first rank starts at 0'],
  ['ranks.0.level_value', 2, 'List each rank once, from the lowest to the highest'],
  ['ranks.0.level_value', '1', 'Enter a number'],
  ['ranks.0.level_value', 9, 'List each rank once, from the lowest to the highest'],
])
