/** Wrong requests about stock, SKUs, customers and papers: the field that is named, and the remedy. */
import { describeRefusals, leftOut } from '../test/steps/changed-requests.ts'

const long = (count: number) => 'x'.repeat(count)

describeRefusals('stock that people change', 'POST /stock-adjustments', [
  ['warehouse_id', leftOut, 'Field cannot be left blank'],
  ['warehouse_id', 0, 'Enter more than 0'],
  ['warehouse_id', '1', 'Enter a number'],
  ['lines', leftOut, 'Field cannot be left blank'],
  ['lines', [], 'Field cannot be left blank'],
  ['lines', 'all', 'Send a list'],
  ['lines.0.sku_id', leftOut, 'Field cannot be left blank'],
  ['lines.0.sku_id', 0, 'Enter more than 0'],
  ['lines.0.sku_id', 'LAMP-01', 'Enter a number'],
  ['lines.0.change', leftOut, 'Field cannot be left blank'],
  ['lines.0.change', 0, 'Enter a number other than 0'],
  ['lines.0.change', 1.5, 'Enter a whole number'],
  ['lines.0.change', '-2', 'Enter a number'],
  ['lines.0.change', 1e9, 'Enter 1000000 or less'],
  ['reason', leftOut, 'Field cannot be left blank'],
  ['reason', '', 'Field cannot be left blank'],
  ['reason', ' ', 'Field cannot be left blank'],
  ['reason', 'a\u0000b', 'Remove line breaks and hidden characters'],
  ['reason', 5, 'Enter text'],
  ['allow_negative', 'yes', 'Send true or false'],
  ['allow_negative', null, 'Field cannot be left blank'],
])

describeRefusals('POST /stock-transfers', 'POST /stock-transfers', [
  ['from_warehouse_id', leftOut, 'Field cannot be left blank'],
  ['from_warehouse_id', 0, 'Enter more than 0'],
  ['to_warehouse_id', leftOut, 'Field cannot be left blank'],
  ['to_warehouse_id', '2', 'Enter a number'],
  ['to_warehouse_id', 1, 'Choose another warehouse'],
  ['lines.0.quantity', 0, 'Enter 1 or more'],
  ['lines.0.quantity', -2, 'Enter 1 or more'],
  ['lines.0.quantity', '2', 'Enter a number'],
  ['lines.0.quantity', 1.5, 'Enter a whole number'],
  ['reason', '', 'Field cannot be left blank'],
])

describeRefusals('POST /stock-receipts', 'POST /stock-receipts', [
  ['lines.0.quantity', 0, 'Enter 1 or more'],
  ['lines.0.quantity', '2', 'Enter a number'],
  ['lines.0.quantity', leftOut, 'Field cannot be left blank'],
  ['lines.0.unit_cost', '4,20', 'Enter a number'],
  ['lines.0.unit_cost', -1, 'Enter 0 or more'],
  ['lines.0.unit_cost', 'free', 'Enter a number'],
  ['note', long(1001), 'Enter up to 255 characters'],
  ['note', 5, 'Enter text'],
])

describeRefusals('a stock take', 'POST /stock-takes', [
  ['warehouse_id', leftOut, 'Field cannot be left blank'],
  ['warehouse_id', 0, 'Enter more than 0'],
  ['warehouse_id', 'main', 'Enter a number'],
  ['is_blind', 1, 'Send true or false'],
  ['is_blind', 'yes', 'Send true or false'],
])

describeRefusals('POST /stock-takes/{id}/scans', 'POST /stock-takes/{id}/scans', [
  ['scans', leftOut, 'Field cannot be left blank'],
  ['scans', [], 'Field cannot be left blank'],
  ['scans', 'all', 'Send a list'],
  ['scans.0.code', '', 'Field cannot be left blank'],
  ['scans.0.code', leftOut, 'Send a code or a SKU, not both'],
  ['scans.0.code', 5, 'Enter text'],
  ['scans.0.add', 0.5, 'Enter a whole number'],
  ['scans.0.add', '1', 'Enter a number'],
  ['scans.0.add', leftOut, 'Send exactly one of add, set and remove'],
  ['scans.1.set', -1, 'Enter 0 or more'],
  ['scans.1.set', '12', 'Enter a number'],
  ['scans.1.set', 1.5, 'Enter a whole number'],
  ['scans.0.seconds_ago', -1, 'Enter 0 or more'],
  ['scans.0.seconds_ago', 'now', 'Enter a number'],
])

describeRefusals('POST /stock-takes/{id}/book', 'POST /stock-takes/{id}/book', [
  ['reason', '', 'Field cannot be left blank'],
  ['reason', 5, 'Enter text'],
  ['reasons', 'none', 'Send a list'],
  ['reasons', [{ sku_id: 0, reason: 'a' }], 'Enter more than 0', 'reasons.0.sku_id'],
  ['reasons', [{ sku_id: 1 }], 'Field cannot be left blank', 'reasons.0.reason'],
])

describeRefusals('a warehouse', 'POST /warehouses', [
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', '', 'Field cannot be left blank'],
  ['name', ' ', 'Field cannot be left blank'],
  ['name', long(256), 'Enter up to 255 characters'],
  ['code', long(51), 'Enter up to 50 characters'],
  ['code', 5, 'Enter text'],
  ['phone', '12', 'Enter a phone number'],
  ['phone', 'none', 'Enter a phone number'],
  ['address', 'Jalan Ipoh', 'Send an object with named fields'],
  ['address', [], 'Send an object with named fields'],
  ['address.country', 'my', 'Enter a country code of two capital letters, such as MY'],
  ['address.country', 'MYS', 'Enter a country code of two capital letters, such as MY'],
  ['address.country', '', 'Field cannot be left blank'],
  ['address.country', 'Malaysia', 'Enter a country code of two capital letters, such as MY'],
  ['address.country', 60, 'Enter text'],
  ['address.postcode', long(21), 'Enter up to 20 characters'],
  ['address.postcode', 51200, 'Enter text'],
  ['address.city', 'Ipoh', 'Unknown field "city"'],
  ['kind', 'big', 'Use one of these: virtual, physical'],
  ['kind', '', 'Field cannot be left blank'],
  ['shop_id', leftOut, 'A physical warehouse needs its shop'],
  ['shop_id', 0, 'Enter more than 0'],
  ['shop_id', '1', 'Enter a number'],
  ['priority', -1, 'Enter 0 or more'],
  ['priority', 1.5, 'Enter a whole number'],
  ['priority', '1', 'Enter a number'],
])

describeRefusals('POST /sales-areas', 'POST /sales-areas', [
  ['name', '', 'Field cannot be left blank'],
  ['name', leftOut, 'Field cannot be left blank'],
  ['shop_ids', 'all', 'Send a list'],
  ['shop_ids', [1, 1], 'List each entry only once'],
  ['shop_ids', [0], 'Enter more than 0', 'shop_ids.0'],
  ['warehouse_ids', [], 'Field cannot be left blank'],
  ['warehouse_ids', leftOut, 'Field cannot be left blank'],
  ['warehouse_ids', [2, 2], 'List each entry only once'],
  ['regions.0.country', 'my', 'Enter a country code of two capital letters, such as MY'],
  ['regions.0.country', 'MYS', 'Enter a country code of two capital letters, such as MY'],
  ['regions.0.country', leftOut, 'Field cannot be left blank'],
  ['regions.0.country', 'Malaysia', 'Enter a country code of two capital letters, such as MY'],
  ['regions.0.province', long(101), 'Enter up to 100 characters'],
  ['regions.0.province', 5, 'Enter text'],
  ['is_default', 'yes', 'Send true or false'],
  ['is_default', 1, 'Send true or false'],
])

describeRefusals('a SKU', 'POST /sku-centers', [
  ['prime_sku', leftOut, 'Field cannot be left blank'],
  ['prime_sku', '', 'Field cannot be left blank'],
  ['prime_sku', ' ', 'Field cannot be left blank'],
  ['prime_sku', long(101), 'Enter up to 100 characters'],
  ['prime_sku', 'A\nB', 'Remove line breaks and hidden characters'],
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', 'Lamp', 'Enter at least 10 characters'],
  ['name', '', 'Field cannot be left blank'],
  ['name', long(256), 'Enter up to 255 characters'],
  ['image', 'lamp.png', 'Enter a full URL, such as https://shop.example'],
  ['image', '', 'Enter a full URL, such as https://shop.example'],
  ['image', 'ftp://shop.invalid/a.png', 'Enter a full URL, such as https://shop.example'],
  ['barcode', long(101), 'Enter up to 64 characters'],
  ['barcode', 955, 'Enter text'],
  ['threshold', '3', 'Enter a number'],
  ['threshold', 1.5, 'Enter a whole number'],
  ['parts', 'none', 'Send a list'],
  ['parts', [{ sku_id: 1 }], 'Field cannot be left blank', 'parts.0.quantity'],
  ['parts', [{ sku_id: 1, quantity: 0 }], 'Enter 1 or more', 'parts.0.quantity'],
  ['parts', [{ sku_id: 0, quantity: 1 }], 'Enter more than 0', 'parts.0.sku_id'],
  ['product_sku_ids', 'all', 'Send a list'],
  ['product_sku_ids', ['1'], 'Enter a number', 'product_sku_ids.0'],
  ['product_sku_ids', [0], 'Enter more than 0', 'product_sku_ids.0'],
  ['move', 1, 'Send true or false'],
])

describeRefusals('PUT /sku-centers/{id}', 'PUT /sku-centers/{id}', [
  ['cost_price', '4,20', 'Enter a number'],
  ['cost_price', '1.234', 'Enter a number'],
  ['cost_price', -1, 'Enter 0 or more'],
  ['cost_price', Infinity, 'Enter a number'],
  ['cost_method', 'guess', 'Use one of these: fixed, average'],
  ['cost_method', '', 'Field cannot be left blank'],
  ['cost_reason', '', 'Field cannot be left blank'],
  ['cost_reason', long(256), 'Enter up to 255 characters'],
  ['updated_at', 'now', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
])

describeRefusals(
  'PUT /sku-centers/{id}/stock-rules/{shop_id}',
  'PUT /sku-centers/{id}/stock-rules/{shop_id}',
  [
    ['buffer', -1, 'Enter 0 or more'],
    ['buffer', '1', 'Enter a number'],
    ['buffer', 1.5, 'Enter a whole number'],
    ['cap', -1, 'Enter 0 or more'],
    ['cap', 'none', 'Enter a number'],
    ['share', 101, 'Enter 100 or less'],
    ['share', '50', 'Enter a number'],
    ['share', -1, 'Enter 0 or more'],
  ],
)

describeRefusals('POST /sku-centers/{id}/merge', 'POST /sku-centers/{id}/merge', [
  ['sku_ids', leftOut, 'Field cannot be left blank'],
  ['sku_ids', [], 'Field cannot be left blank'],
  ['sku_ids', ['1'], 'Enter a number', 'sku_ids.0'],
  ['sku_ids', [0], 'Enter more than 0', 'sku_ids.0'],
  ['sku_ids', [1, 1], 'List each entry only once', 'sku_ids.1'],
])

describeRefusals('POST /sku-centers/{id}/split', 'POST /sku-centers/{id}/split', [
  ['stock', 'all', 'Send a list'],
  ['stock', [{ warehouse_id: 1 }], 'Field cannot be left blank', 'stock.0.quantity'],
  ['stock', [{ warehouse_id: 1, quantity: -1 }], 'Enter 0 or more', 'stock.0.quantity'],
  ['product_sku_ids', [], 'Field cannot be left blank'],
  ['product_sku_ids', leftOut, 'Field cannot be left blank'],
])

describeRefusals('customers', 'PUT /customers/{id}/note', [
  ['note', leftOut, 'Field cannot be left blank'],
  ['note', null, 'Field cannot be left blank'],
  ['note', 5, 'Enter text'],
  ['note', long(1001), 'Enter up to 1000 characters'],
  ['note', 'a\u0000b', 'Remove hidden characters'],
  ['note', '\ud83d', 'Remove hidden characters'],
])

describeRefusals('POST /customers/merge', 'POST /customers/merge', [
  ['customer_ids', leftOut, 'Field cannot be left blank'],
  ['customer_ids', [1], 'Give at least 2'],
  ['customer_ids', [1, 1], 'List each entry only once', 'customer_ids.1'],
  ['customer_ids', [0, 1], 'Enter more than 0', 'customer_ids.0'],
])

describeRefusals('POST /customers/shortlists', 'POST /customers/shortlists', [
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', '', 'Field cannot be left blank'],
  ['name', ' ', 'Field cannot be left blank'],
  ['name', long(256), 'Enter up to 255 characters'],
  ['description', long(1001), 'Enter up to 1000 characters'],
  ['description', 5, 'Enter text'],
  ['customer_ids', 'all', 'Send a list'],
  ['customer_ids', [0], 'Enter more than 0', 'customer_ids.0'],
  ['customer_ids', ['1'], 'Enter a number', 'customer_ids.0'],
  ['rules', [], 'Field cannot be left blank'],
  ['rules', 'all', 'Send a list'],
])

describeRefusals('POST /customers/shortlists/count', 'POST /customers/shortlists/count', [
  ['rules', leftOut, 'Field cannot be left blank'],
  ['rules', [], 'Field cannot be left blank'],
  ['rules', [{}], 'Field cannot be left blank', 'rules.0.field'],
  [
    'rules.0.field',
    'height',
    'Use one of these: spent, orders, delivered, last_order, first_seen, level, delivered_rate, shop, bought, region',
  ],
  ['rules.0.field', '', 'Field cannot be left blank'],
  [
    'rules.0.field',
    5,
    'Use one of these: spent, orders, delivered, last_order, first_seen, level, delivered_rate, shop, bought, region',
  ],
  ['rules.0.field', leftOut, 'Field cannot be left blank'],
  ['rules.0.test', 'about', 'Use one of these: at_least, at_most, is'],
  ['rules.0.test', '', 'Field cannot be left blank'],
  ['rules.0.test', leftOut, 'Field cannot be left blank'],
  ['rules.0.value', '2', 'Enter a number'],
  ['rules.0.value', -1, 'Enter 0 or more'],
  ['rules.0.value', leftOut, 'Field cannot be left blank'],
  [
    'rules.0.joined',
    'or',
    'There is no rule before this one that it could replace. Choose “and” or “except”.',
  ],
  ['rules.0.joined', 'xor', 'Use one of these: and, or, except'],
])

describeRefusals('POST /customers/shortlists/{id}/push', 'POST /customers/shortlists/{id}/push', [
  ['shop_id', leftOut, 'Field cannot be left blank'],
  ['shop_id', 0, 'Enter more than 0'],
  ['shop_id', '1', 'Enter a number'],
])

describeRefusals('papers and packing', 'POST /orders/bulk-print', [
  ['ids', leftOut, 'Field cannot be left blank'],
  ['ids', [], 'Field cannot be left blank'],
  ['ids', 'all', 'Send a list'],
  ['ids', ['1'], 'Enter a number', 'ids.0'],
  ['ids', [0], 'Enter more than 0', 'ids.0'],
  ['kind', leftOut, 'Field cannot be left blank'],
  ['kind', 'invoice', 'Use one of these: waybill, slip, pick_list, packing_list'],
  ['kind', '', 'Field cannot be left blank'],
])

describeRefusals('POST /pick-waves', 'POST /pick-waves', [
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', '', 'Field cannot be left blank'],
  ['name', ' ', 'Field cannot be left blank'],
  ['name', long(101), 'Enter up to 100 characters'],
  ['order_ids', leftOut, 'Field cannot be left blank'],
  ['order_ids', [], 'Field cannot be left blank'],
  ['order_ids', ['1'], 'Enter a number', 'order_ids.0'],
])

describeRefusals('POST /pick-waves/{id}/ticks', 'POST /pick-waves/{id}/ticks', [
  ['ticks', leftOut, 'Field cannot be left blank'],
  ['ticks', [], 'Field cannot be left blank'],
  ['ticks', 'all', 'Send a list'],
  ['ticks.0.line', 0, 'Enter 1 or more'],
  ['ticks.0.line', '1', 'Enter a number'],
  ['ticks.0.line', leftOut, 'Field cannot be left blank'],
  ['ticks.0.picked', -1, 'Enter 0 or more'],
  ['ticks.0.picked', 0.5, 'Enter a whole number'],
  ['ticks.0.picked', '1', 'Enter a number'],
])

describeRefusals('POST /returns/{id}/receive', 'POST /returns/{id}/receive', [
  ['lines', leftOut, 'Field cannot be left blank'],
  ['lines', [], 'Field cannot be left blank'],
  ['lines.0.position', -1, 'Enter 0 or more'],
  ['lines.0.position', '0', 'Enter a number'],
  ['lines.0.position', leftOut, 'Field cannot be left blank'],
  ['lines.0.restock', -1, 'Enter 0 or more'],
  ['lines.0.restock', 0.5, 'Enter a whole number'],
  ['lines.0.restock', '1', 'Enter a number'],
  ['note', long(1001), 'Enter up to 500 characters'],
  ['note', 5, 'Enter text'],
])

describeRefusals('POST /returns/{id}/reject', 'POST /returns/{id}/reject', [
  ['reason_id', '', 'Field cannot be left blank'],
  ['reason_id', long(201), 'Enter up to 200 characters'],
  ['note', long(1001), 'Enter up to 500 characters'],
  ['note', 5, 'Enter text'],
])
