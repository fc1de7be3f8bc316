/** Wrong requests about papers, mails, filters and shops: the field that is named, and the remedy. */
import { describeRefusals, leftOut } from '../test/steps/changed-requests.ts'

const long = (count: number) => 'x'.repeat(count)

describeRefusals('a label of our own', 'PUT /settings/update-print-template', [
  ['paper_size', leftOut, 'Field cannot be left blank'],
  ['paper_size', '', 'Field cannot be left blank'],
  ['paper_size', 'A0', 'Use one of these: A6, A5, A4, 80mm'],
  ['paper_size', 'a4', 'Use one of these: A6, A5, A4, 80mm'],
  ['orientation', 'upside', 'Use one of these: portrait, landscape'],
  ['orientation', '', 'Field cannot be left blank'],
  ['copies', leftOut, 'Field cannot be left blank'],
  ['copies', 0, 'Enter 1 or more'],
  ['copies', 6, 'Enter 5 or less'],
  ['copies', 1.5, 'Enter a whole number'],
  ['copies', '1', 'Enter a number'],
  ['header', leftOut, 'Field cannot be left blank'],
  ['header', long(2001), 'Enter up to 2000 characters'],
  ['header', 'a\u0000b', 'Remove hidden characters'],
  ['header', null, 'Field cannot be left blank'],
  ['header', '\ud83d', 'Remove hidden characters'],
  ['footer', 'a\u0007b', 'Remove hidden characters'],
  ['footer', 5, 'Enter text'],
  ['logo', leftOut, 'Field cannot be left blank'],
  ['logo', '', 'Field cannot be left blank'],
  ['logo', 'https://shop.invalid/logo.png', 'Choose a PNG or JPEG photo'],
  ['logo', 'data:image/gif;base64,R0lG', 'Choose a PNG or JPEG photo'],
  ['logo', 'data:image/svg+xml;base64,AAAA', 'Choose a PNG or JPEG photo'],
  ['logo', 5, 'Enter text'],
  ['show', leftOut, 'Field cannot be left blank'],
  ['show', 'all', 'Send an object with named fields'],
])

describeRefusals('printers', 'POST /print-agents', [
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', '', 'Field cannot be left blank'],
  ['name', ' ', 'Field cannot be left blank'],
  ['name', long(101), 'Enter up to 100 characters'],
  ['name', 'a\nb', 'Remove line breaks and hidden characters'],
])

describeRefusals('PUT /print-settings', 'PUT /print-settings', [
  ['rules', leftOut, 'Field cannot be left blank'],
  ['rules.label', 'printer', 'Send an object with named fields'],
  ['rules.label', { agent_id: 0, printer: 'a' }, 'Enter more than 0', 'rules.label.agent_id'],
  ['rules.label', { agent_id: 1, printer: long(101) }, 'Enter up to 100 characters', 'rules.label.printer'],
  ['rules.label', { agent_id: 1 }, 'Field cannot be left blank', 'rules.label.printer'],
  ['auto.is_on', leftOut, 'Field cannot be left blank'],
  ['auto.is_on', 1, 'Send true or false'],
  ['auto.shop_ids', 'all', 'Send a list'],
  ['auto.shop_ids', [0], 'Enter more than 0', 'auto.shop_ids.0'],
  ['auto.shop_ids', leftOut, 'Field cannot be left blank'],
  ['auto.courier_ids', [-1], 'Enter 0 or more', 'auto.courier_ids.0'],
  ['auto.courier_ids', [100], 'Enter 99 or less', 'auto.courier_ids.0'],
  ['auto.courier_ids', 'all', 'Send a list'],
])

describeRefusals('POST /print-jobs', 'POST /print-jobs', [
  ['batch_id', leftOut, 'Field cannot be left blank'],
  ['batch_id', 0, 'Enter more than 0'],
  ['batch_id', '1', 'Enter a number'],
  ['paper', 'receipt', 'Use one of these: label, office'],
  ['paper', '', 'Field cannot be left blank'],
])

describeRefusals('POST /print-jobs/{id}/answer', 'POST /print-jobs/{id}/answer', [
  ['is_printed', leftOut, 'Field cannot be left blank'],
  ['is_printed', 1, 'Send true or false'],
  ['is_printed', 'yes', 'Send true or false'],
])

describeRefusals('POST /print-agent/poll', 'POST /print-agent/poll', [
  ['printers', leftOut, 'Field cannot be left blank'],
  ['printers', 'all', 'Send a list'],
  ['printers.0.name', '', 'Field cannot be left blank'],
  ['printers.0.name', long(101), 'Enter up to 100 characters'],
  ['printers.0.name', leftOut, 'Field cannot be left blank'],
  ['printers.0.state', 'on fire', 'Use one of these: ready, error, offline, unknown'],
  ['printers.0.state', '', 'Field cannot be left blank'],
  ['printers.0.message', long(501), 'Enter up to 500 characters'],
  ['printers.0.message', 5, 'Enter text'],
  ['wait_seconds', -1, 'Enter 0 or more'],
  ['wait_seconds', 26, 'Enter 25 or less'],
  ['wait_seconds', 1.5, 'Enter a whole number'],
  ['wait_seconds', '5', 'Enter a number'],
])

describeRefusals('POST /print-agent/jobs/{id}/result', 'POST /print-agent/jobs/{id}/result', [
  ['state', leftOut, 'Field cannot be left blank'],
  ['state', 'maybe', 'Use one of these: printed, failed, unsure'],
  ['state', '', 'Field cannot be left blank'],
  ['message', '', 'Field cannot be left blank'],
  ['message', long(501), 'Enter up to 500 characters'],
  ['message', leftOut, 'Field cannot be left blank'],
])

describeRefusals('mails', 'PUT /users/mail-report', [
  ['rhythm', leftOut, 'Field cannot be left blank'],
  ['rhythm', '', 'Field cannot be left blank'],
  ['rhythm', 'yearly', 'Use one of these: off, daily, weekly'],
  ['weekday', 0, 'Enter 1 or more'],
  ['weekday', 8, 'Enter 7 or less'],
  ['weekday', 'Monday', 'Enter a number'],
  ['weekday', leftOut, 'Field cannot be left blank'],
  ['hour', -1, 'Enter 0 or more'],
  ['hour', 24, 'Enter 23 or less'],
  ['hour', '8', 'Enter a number'],
  ['hour', 8.5, 'Enter a whole number'],
])

describeRefusals('POST /users/mail-report/send-now', 'POST /users/mail-report/send-now', [
  ['rhythm', 'off', 'Use one of these: daily, weekly'],
  ['rhythm', leftOut, 'Field cannot be left blank'],
])

describeRefusals('PUT /settings/buyer-mails', 'PUT /settings/buyer-mails', [
  ['templates.0.kind', 'love', 'Use one of these: delay, address, partial'],
  ['templates.0.kind', '', 'Field cannot be left blank'],
  ['templates.0.language', 'ja', 'Use one of these: jp, en, vn, my'],
  ['templates.0.language', '', 'Field cannot be left blank'],
  ['templates.0.subject', long(201), 'Enter up to 150 characters'],
  ['templates.0.subject', 'a\nb', 'Remove line breaks and hidden characters'],
  ['templates.0.subject', leftOut, 'Field cannot be left blank'],
  ['templates.0.text', long(10_001), 'Enter up to 5000 characters'],
  ['templates.0.text', 'a\u0007b', 'Remove hidden characters'],
  ['templates.0.text', leftOut, 'Field cannot be left blank'],
  ['contacts', [{ shop_id: 1, email: 'aoi' }], 'Wrong email format', 'contacts.0.email'],
  ['contacts', [{ shop_id: 0, email: null }], 'Enter more than 0', 'contacts.0.shop_id'],
  ['contacts', [{ shop_id: 1 }], 'Field cannot be left blank', 'contacts.0.email'],
  ['contacts', 'none', 'Send a list'],
])

describeRefusals('POST /orders/{id}/buyer-mails', 'POST /orders/{id}/buyer-mails', [
  ['kind', 'love', 'Use one of these: delay, address, partial'],
  ['kind', leftOut, 'Field cannot be left blank'],
  ['language', '', 'Field cannot be left blank'],
  ['language', 'ja', 'Use one of these: jp, en, vn, my'],
  ['subject', '', 'Field cannot be left blank'],
  ['subject', ' ', 'Field cannot be left blank'],
  ['subject', 'a\nb', 'Remove line breaks and hidden characters'],
  ['subject', long(201), 'Enter up to 150 characters'],
  ['subject', leftOut, 'Field cannot be left blank'],
  ['text', '', 'Field cannot be left blank'],
  ['text', '\n', 'Field cannot be left blank'],
  ['text', leftOut, 'Field cannot be left blank'],
  ['text', 'a\u0000b', 'Remove hidden characters'],
  ['previous_id', leftOut, 'Field cannot be left blank'],
  ['previous_id', 0, 'Enter more than 0'],
  ['previous_id', '1', 'Enter a number'],
])

describeRefusals('notifications', 'PUT /users/notifications', [
  ['ids', leftOut, 'Field cannot be left blank'],
  ['ids', 'none', 'Use one of these: all'],
  ['ids', ['1'], 'Enter a number', 'ids.0'],
  ['ids', [0], 'Enter more than 0', 'ids.0'],
  ['status', leftOut, 'Field cannot be left blank'],
  ['status', 2, 'Use one of these: 0, 1'],
  ['status', true, 'Use one of these: 0, 1'],
  ['status', '1', 'Use one of these: 0, 1'],
])

describeRefusals('PUT /users/notifications/ways', 'PUT /users/notifications/ways', [
  ['ways', leftOut, 'Field cannot be left blank'],
  ['ways', [], 'Field cannot be left blank'],
  ['ways', {}, 'Send a list'],
  ['ways.0.type', 'order_eaten', 'Choose a value from the list'],
  ['ways.0.type', leftOut, 'Field cannot be left blank'],
  ['ways.0.way', 'pigeon', 'Use one of these: bell, mail, none'],
  ['ways.0.way', leftOut, 'Field cannot be left blank'],
])

describeRefusals('a kept filter', 'POST /saved-filters', [
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', '', 'Field cannot be left blank'],
  ['name', '\u3000', 'Field cannot be left blank'],
  ['name', long(61), 'Enter up to 60 characters'],
  ['name', 'a\nb', 'Remove line breaks and hidden characters'],
  ['filters', leftOut, 'Field cannot be left blank'],
  ['filters', [], 'Send an object with named fields'],
  ['filters', 'all', 'Send an object with named fields'],
  ['filters.status', 'lost', 'Invalid filter value'],
  ['filters.status', 2, 'Invalid filter value'],
  ['filters.status', ['pending'], 'Invalid filter value'],
  ['filters.is_star', true, 'Invalid filter value'],
  ['filters.is_star', 2, 'Invalid filter value'],
  ['filters.is_star', '1', 'Invalid filter value'],
  ['filters.shop_id', '1', 'Invalid filter value'],
  ['filters.shop_id', [0], 'Invalid filter value', 'filters.shop_id.0'],
  ['filters.shop_id', ['1'], 'Invalid filter value', 'filters.shop_id.0'],
  ['filters.keyword', '', 'Invalid filter value'],
  ['filters.keyword', long(256), 'Invalid filter value'],
  ['filters.keyword', 'a\u0000', 'Invalid filter value'],
  ['filters.from', 'today', 'Invalid filter value'],
  ['filters.from', '2026-02-30', 'Invalid filter value'],
  ['filters.sort', 'colour', 'Invalid filter value'],
  ['filters.sort', '', 'Invalid filter value'],
  ['filters.hour', [24], 'Invalid filter value', 'filters.hour.0'],
  ['filters.hour', [-1], 'Invalid filter value', 'filters.hour.0'],
  ['filters.hour', 9, 'Invalid filter value'],
  ['filters.page', 2, 'This list has no such filter'],
])

describeRefusals('PUT /saved-filters/{id}', 'PUT /saved-filters/{id}', [
  ['name', '', 'Field cannot be left blank'],
  ['name', long(61), 'Enter up to 60 characters'],
  ['name', 5, 'Enter text'],
])

describeRefusals('a shop', 'POST /shops', [
  ['platform_id', leftOut, 'Field cannot be left blank'],
  ['platform_id', 0, 'Enter more than 0'],
  ['platform_id', 'website', 'Enter a number'],
  ['platform_id', 1.5, 'Enter a whole number'],
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', '', 'Field cannot be left blank'],
  ['name', ' ', 'Field cannot be left blank'],
  ['name', long(256), 'Enter up to 255 characters'],
  ['name', 'a\nb', 'Remove line breaks and hidden characters'],
  ['platform_url', leftOut, 'Field cannot be left blank'],
  ['platform_url', '', 'Enter the full URL of the shop, such as https://shop.example'],
  ['platform_url', 'shop', 'Enter the full URL of the shop, such as https://shop.example'],
  ['platform_url', 'ftp://shop.invalid', 'Enter the full URL of the shop, such as https://shop.example'],
  ['platform_url', 'javascript:alert(1)', 'Enter the full URL of the shop, such as https://shop.example'],
  ['platform_url', 'https://', 'Enter the full URL of the shop, such as https://shop.example'],
  ['platform_url', 5, 'Enter text'],
  ['api_key', leftOut, 'Field cannot be left blank'],
  ['api_key', '', "Enter the API key exactly as shown in the shop's settings, without spaces"],
  ['api_key', 'two words', "Enter the API key exactly as shown in the shop's settings, without spaces"],
  ['api_key', 'é', "Enter the API key exactly as shown in the shop's settings, without spaces"],
  ['api_key', long(256), "Enter the API key exactly as shown in the shop's settings, without spaces"],
  ['api_secret', 'two words', 'The API secret is missing or does not match the API key'],
  ['api_secret', 5, 'Enter text'],
  ['location_id', long(256), 'The shop has no such location'],
  ['location_id', 5, 'Enter text'],
])

describeRefusals('PUT /shops/{id}', 'PUT /shops/{id}', [
  ['system_name', '', 'Field cannot be left blank'],
  ['system_name', ' ', 'Field cannot be left blank'],
  ['system_name', long(256), 'Enter up to 255 characters'],
  ['is_order_sync', 1, 'Send true or false'],
  ['is_order_sync', 'yes', 'Send true or false'],
  ['is_order_sync', null, 'Field cannot be left blank'],
  ['stock_buffer', -1, 'Enter 0 or more'],
  ['stock_buffer', 0.5, 'Enter a whole number'],
  ['stock_buffer', '3', 'Enter a number'],
  ['stock_buffer', 1_000_000, 'Enter 999999 or less'],
  ['stock_cap', -1, 'Enter 0 or more'],
  ['stock_cap', 0.5, 'Enter a whole number'],
  ['stock_cap', '3', 'Enter a number'],
  ['stock_share', -1, 'Enter 0 or more'],
  ['stock_share', 101, 'Enter 100 or less'],
  ['stock_share', '50', 'Enter a number'],
  ['stock_share', 0.5, 'Enter a whole number'],
  ['warehouse_id', 0, 'Enter more than 0'],
  ['warehouse_id', '1', 'Enter a number'],
])

describeRefusals('POST /shops/{id}/sync', 'POST /shops/{id}/sync', [
  ['type', '', 'Field cannot be left blank'],
  ['type', 'everything', 'Use one of these: order, product, customer, stock, settlement, return, warehouse'],
])

describeRefusals('POST /bills/upgrade', 'POST /bills/upgrade', [
  ['plan_code', '', 'Field cannot be left blank'],
  ['plan_code', 'Shop', 'This is not in the expected form. Check what you entered'],
  ['plan_code', 5, 'Enter text'],
  ['period', 'week', 'Use one of these: month, year'],
  ['period', '', 'Field cannot be left blank'],
])

describeRefusals('POST /first-run', 'POST /first-run', [
  ['company_name', leftOut, 'Field cannot be left blank'],
  ['company_name', '', 'Field cannot be left blank'],
  ['company_name', long(256), 'Enter up to 255 characters'],
  ['email', '', 'Field cannot be left blank'],
  ['email', 'aoi', 'Enter at least 4 characters'],
  ['password', '', 'Field cannot be left blank'],
  ['password', 'short', 'Enter at least 8 characters'],
  ['password', leftOut, 'Field cannot be left blank'],
  ['language', 'ja', 'Use one of these: jp, en, vn, my'],
  ['language', leftOut, 'Field cannot be left blank'],
  ['currency', 'yen', 'Use one of these: MYR, VND, JPY, USD, SGD, THB, IDR, PHP, TWD, GBP, EUR'],
  ['currency', '', 'Field cannot be left blank'],
  ['currency', leftOut, 'Field cannot be left blank'],
])
