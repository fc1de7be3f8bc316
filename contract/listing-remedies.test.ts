/** Wrong requests about listings and templates: the field that is named, and the remedy. */
import { describeRefusals, leftOut } from '../test/steps/changed-requests.ts'

const long = (count: number) => 'x'.repeat(count)

describeRefusals('a change of a listing', 'PUT /products/{id}', [
  ['variants.0.id', 0, 'Enter more than 0'],
  ['variants.0.id', '1', 'Enter a number'],
  ['variants.0.id', leftOut, 'Field cannot be left blank'],
  ['variants.0.id', 1.5, 'Enter a whole number'],
  ['variants.0.price', 0, 'Enter more than 0'],
  ['variants.0.price', '12.50', 'Enter a number'],
  ['variants.0.price', '1.234', 'Enter a number'],
  ['variants.0.price', '12,50', 'Enter a number'],
  ['variants.0.price', null, 'Field cannot be left blank'],
  ['variants.0.price', -1, 'Enter more than 0'],
  ['variants.0.price', 1e10, 'Enter 1000000000 or less'],
  [
    'variants.0.special_price',
    { price: 9, from: '2026-12-01T00:00:00Z' },
    'Field cannot be left blank',
    'variants.0.special_price.to',
  ],
  [
    'variants.0.special_price',
    { price: 9, from: '', to: '2026-12-02T00:00:00Z' },
    'Enter a date and time such as 2026-01-31T09:00:00Z',
    'variants.0.special_price.from',
  ],
  [
    'variants.0.special_price',
    { price: 9, from: '0000-01-01T00:00:00Z', to: '2026-12-02T00:00:00Z' },
    'Enter a date from 1900 to 2999',
    'variants.0.special_price.from',
  ],
  [
    'variants.0.special_price',
    { price: 9, from: '2026-12-01T00:00:00Z', to: '9999-12-31T00:00:00Z' },
    'Enter a date from 1900 to 2999',
    'variants.0.special_price.to',
  ],
  [
    'variants.0.special_price',
    { price: 9, from: '2026-12-01 00:00', to: '2026-12-02T00:00:00Z' },
    'Enter a date and time such as 2026-01-31T09:00:00Z',
    'variants.0.special_price.from',
  ],
  [
    'variants.0.special_price',
    { price: '9', from: '2026-12-01T00:00:00Z', to: '2026-12-02T00:00:00Z' },
    'Enter a number',
    'variants.0.special_price.price',
  ],
  ['variants.0.special_price', 9, 'Send an object with named fields'],
  ['variants.0.threshold', 1.5, 'Enter a whole number'],
  ['variants.0.threshold', '3', 'Enter a number'],
  ['variants.0.threshold', -1, 'Enter 0 or more'],
  ['name', '', 'Field cannot be left blank'],
  ['name', '\u3000', 'Field cannot be left blank'],
  ['name', 'Lamp\nred', 'Remove line breaks and hidden characters'],
  ['name', '\udc00', 'Remove line breaks and hidden characters'],
  ['name', 5, 'Enter text'],
  ['description', 5, 'Enter text'],
  ['description', long(50_001), 'Enter up to 50000 characters'],
  ['package', { weight: '1', length: 1, width: 1, height: 1 }, 'Enter a number', 'package.weight'],
  ['package', [], 'Send an object with named fields'],
  ['images', 'none', 'Send a list'],
  ['images', [{ id: 0 }], 'Enter more than 0', 'images.0.id'],
  ['images', [{ url: 5 }], 'Enter text', 'images.0.url'],
  ['images', [{ id: 1, url: 'x' }], 'Identify the image by its ID or its URL, not both', 'images.0'],
  ['also', ['1'], 'Enter a number', 'also.0'],
  ['also', [0], 'Enter more than 0', 'also.0'],
  ['also', 'all', 'Send a list'],
  ['updated_at', 'now', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
  ['updated_at', 5, 'Enter text'],
  ['brand', 'x', 'Unknown field "brand"'],
])

describeRefusals('bulk changes of listings', 'POST /products/bulk-changes', [
  ['variants.0.id', leftOut, 'Field cannot be left blank'],
  ['variants.0.id', 0, 'Enter more than 0'],
  ['variants.0.id', '1', 'Enter a number'],
  ['variants.0.price', 0, 'Enter more than 0'],
  ['variants.0.price', '12.5', 'Enter a number'],
  ['variants.0.price', -1, 'Enter more than 0'],
  ['variants.0.was', 10, 'Send an object with named fields'],
  ['variants.0.was', { price: '10' }, 'Enter a number', 'variants.0.was.price'],
  ['variants.0.threshold', -1, 'Enter 0 or more'],
  ['variants.0.threshold', 1.5, 'Enter a whole number'],
  ['products.0.id', 0, 'Enter more than 0'],
  ['products.0.id', '1', 'Enter a number'],
  ['products.0.id', leftOut, 'Field cannot be left blank'],
  ['products.0.status', 2, 'Use one of these: 0, 1'],
  ['products.0.status', '0', 'Use one of these: 0, 1'],
  ['products.0.status', true, 'Use one of these: 0, 1'],
  ['variants', 'all', 'Send a list'],
  ['variants', {}, 'Send a list'],
])

describeRefusals('a status of a listing', 'PATCH /products/{id}/status', [
  ['status', leftOut, 'Field cannot be left blank'],
  ['status', '', 'Field cannot be left blank'],
  ['status', '1', 'Use one of these: 0, 1'],
  ['status', true, 'Use one of these: 0, 1'],
  ['status', 2, 'Use one of these: 0, 1'],
  ['status', -1, 'Use one of these: 0, 1'],
])

describeRefusals('DELETE /products', 'DELETE /products', [
  ['products', leftOut, 'Field cannot be left blank'],
  ['products', 'all', 'Send a list'],
  ['products', ['1'], 'Enter a number', 'products.0'],
  ['products', [0], 'Enter more than 0', 'products.0'],
  ['products', [1.5], 'Enter a whole number', 'products.0'],
])

describeRefusals('POST /categories', 'POST /categories', [
  ['name', leftOut, 'Field cannot be left blank'],
  ['name', '', 'Field cannot be left blank'],
  ['name', ' ', 'Field cannot be left blank'],
  ['name', long(256), 'Enter up to 255 characters'],
  ['name', 'a\nb', 'Remove line breaks and hidden characters'],
])

describeRefusals('an import', 'PUT /imports/{id}/columns', [
  ['columns', leftOut, 'Field cannot be left blank'],
  ['columns', 'name', 'Send a list'],
  ['columns', [], 'Field cannot be left blank'],
  ['columns.0', 'no such column', 'This is not in the expected form. Check what you entered'],
  ['columns.0', 5, 'Enter text'],
])

describeRefusals('PUT /imports/{id}/rows/{row}', 'PUT /imports/{id}/rows/{row}', [
  ['column', leftOut, 'Field cannot be left blank'],
  ['column', -1, 'Enter 0 or more'],
  ['column', 0.5, 'Enter a whole number'],
  ['column', '0', 'Enter a number'],
  ['value', leftOut, 'Field cannot be left blank'],
  ['value', null, 'Field cannot be left blank'],
  ['value', 12.9, 'Enter text'],
  ['value', 'a\u0000b', 'Remove line breaks and hidden characters'],
  ['value', 'a\nb', 'Remove line breaks and hidden characters'],
])

describeRefusals('a template', 'PUT /product-template/{id}', [
  ['name', long(1001), 'Enter up to 1000 characters'],
  ['name', 'a\u0000b', 'Remove hidden characters'],
  ['name', '\ud83d', 'Remove hidden characters'],
  ['name', 5, 'Enter text'],
  ['name', null, 'Field cannot be left blank'],
  ['short_description', long(5001), 'Enter up to 5000 characters'],
  ['short_description', 'a\u0000b', 'Remove hidden characters'],
  ['long_description', long(50_001), 'Enter up to 50000 characters'],
  ['long_description', '\ud83d', 'Remove hidden characters'],
  ['images', 'none', 'Send a list'],
  ['images', [{}], 'Field cannot be left blank', 'images.0.image_url'],
  ['images', [{ image_url: 5 }], 'Enter text', 'images.0.image_url'],
  ['images', [{ image_url: 'x', alt: 5 }], 'Enter text', 'images.0.alt'],
  ['images_shopee', [{ image_url: 'x', size: 1 }], 'Unknown field "size"', 'images_shopee.0.size'],
  ['category_id', 'none', 'Enter a whole number'],
  ['category_id', '1.5', 'Enter a whole number'],
  ['category_id', 0, 'Enter more than 0'],
  ['category_id', -1, 'Enter more than 0'],
  ['category_id', 1.5, 'Enter a whole number'],
  ['category_id', '', 'Field cannot be left blank'],
  ['category_id', true, 'Enter a number'],
  ['variant_names', 'Size', 'Send a list'],
  ['variant_names', [5], 'Enter text', 'variant_names.0'],
  ['variant_names', [long(256)], 'Enter up to 255 characters', 'variant_names.0'],
  ['skus', 'none', 'Send a list'],
  ['skus', [{ price: 1 }], 'Field cannot be left blank', 'skus.0.quantity'],
  ['skus', [{ quantity: 1 }], 'Field cannot be left blank', 'skus.0.price'],
  ['skus', [{ price: '12,50', quantity: 1 }], 'Enter a number', 'skus.0.price'],
  ['skus', [{ price: '1.234', quantity: 1 }], 'Enter a number', 'skus.0.price'],
  ['skus', [{ price: 1, quantity: '2' }], 'Enter a number', 'skus.0.quantity'],
  [
    'skus',
    [{ price: 1, quantity: 1, special_date_from: 'soon' }],
    'Enter a date and time such as 2026-01-31 09:00',
    'skus.0.special_date_from',
  ],
  [
    'skus',
    [{ price: 1, quantity: 1, special_date_to: '2026-12-01T00:00' }],
    'Enter a date and time such as 2026-01-31 09:00',
    'skus.0.special_date_to',
  ],
  [
    'skus',
    [{ price: 1, quantity: 1, seller_sku: long(256) }],
    'Enter up to 255 characters',
    'skus.0.seller_sku',
  ],
  ['skus', [{ price: 1, quantity: 1, colour: 'red' }], 'Unknown field "colour"', 'skus.0.colour'],
  ['package_length', '10', 'Enter a number'],
  ['package_length', -1, 'Enter 0 or more'],
  ['package_length', 100_001, 'Enter 100000 or less'],
  ['package_weight', '0.5', 'Enter a number'],
  ['package_weight', -0.1, 'Enter 0 or more'],
  ['platform_ids', 'all', 'Send a list'],
  ['platform_ids', ['shopee'], 'Enter a whole number', 'platform_ids.0'],
  ['platform_ids', [0], 'Enter more than 0', 'platform_ids.0'],
  ['platform_ids', [10_000], 'Enter 9999 or less', 'platform_ids.0'],
  ['platform_ids', [1.5], 'Enter a whole number', 'platform_ids.0'],
  ['product_sku', long(256), 'Enter up to 255 characters'],
  ['product_sku', 5, 'Enter text'],
  ['threshold', -1, 'Enter 0 or more'],
  ['threshold', 1.5, 'Enter a whole number'],
  ['threshold', '3', 'Enter a number'],
  ['threshold', 1_000_000, 'Enter 999999 or less'],
  ['is_cod_allowed', true, 'Use one of these: 0, 1'],
  ['is_cod_allowed', 2, 'Use one of these: 0, 1'],
  ['is_cod_allowed', '1', 'Use one of these: 0, 1'],
  ['updated_at', 'now', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
])

describeRefusals('POST /product-template', 'POST /product-template', [
  ['copy', {}, 'Give exactly one of these.'],
  ['copy', { template_id: 1, product_id: 1 }, 'Give exactly one of these.'],
  ['copy', { product_id: 0 }, 'Enter more than 0', 'copy.product_id'],
  ['copy', 1, 'Send an object with named fields'],
  ['shop_ids', 'all', 'Send a list'],
  ['shop_ids', ['x'], 'Enter a whole number', 'shop_ids.0'],
  ['shop_ids', [0], 'Enter more than 0', 'shop_ids.0'],
  ['name', long(1001), 'Enter up to 1000 characters'],
])

describeRefusals('a template at a shop', 'PUT /shop-product-template/{id}', [
  ['platform_category_id', long(101), 'Enter up to 100 characters'],
  ['platform_category_id', 'a\u0000b', 'Remove hidden characters'],
  ['platform_category_id', true, 'Enter text'],
  ['category_id', 'none', 'Enter a whole number'],
  ['category_id', 0, 'Enter more than 0'],
  ['brand', 'Aoi', 'Send an object with named fields'],
  ['brand', { name: 5 }, 'Enter text', 'brand.name'],
  ['required_attributes', 'none', 'Send a list'],
  ['required_attributes', [{}], 'Field cannot be left blank', 'required_attributes.0.attribute_id'],
  [
    'required_attributes',
    [{ attribute_id: '1', name: 'Colour', value_id: null, value: true }],
    'Enter a number',
    'required_attributes.0.value',
  ],
  ['shipment_providers', 'all', 'Send a list'],
  ['is_cod_allowed', true, 'Use one of these: 0, 1'],
  ['skus', [{ price: 'free', quantity: 1 }], 'Enter a number', 'skus.0.price'],
  ['shop_id', 1, 'Unknown field "shop_id"'],
])

describeRefusals('POST /shop-product-template', 'POST /shop-product-template', [
  ['product_template_id', leftOut, 'Field cannot be left blank'],
  ['product_template_id', 'x', 'Enter a whole number'],
  ['product_template_id', 0, 'Enter more than 0'],
  ['shops', leftOut, 'Field cannot be left blank'],
  ['shops', [], 'Field cannot be left blank'],
  ['shops', 'all', 'Send a list'],
  ['shops.0.shop_id', leftOut, 'Field cannot be left blank'],
  ['shops.0.shop_id', 'x', 'Enter a whole number'],
  ['shops.0.shop_id', 0, 'Enter more than 0'],
])

describeRefusals('uploads of templates', 'POST /product-template/{id}/upload-to-platform', [
  ['platform_id', 'shopee', 'Enter a whole number'],
  ['platform_id', 0, 'Enter more than 0'],
  ['platform_id', '', 'Field cannot be left blank'],
  ['shop_ids', 'all', 'Send a list'],
  ['shop_ids', ['x'], 'Enter a whole number', 'shop_ids.0'],
  ['shop_ids', [0], 'Enter more than 0', 'shop_ids.0'],
])

describeRefusals('POST /product-template/bulk-upload', 'POST /product-template/bulk-upload', [
  ['template_ids', leftOut, 'Field cannot be left blank'],
  ['template_ids', [], 'Field cannot be left blank'],
  ['template_ids', ['1'], 'Enter a number', 'template_ids.0'],
  ['template_ids', 'all', 'Send a list'],
  ['shop_ids', [0], 'Enter more than 0', 'shop_ids.0'],
])

describeRefusals('POST /product-template/copy-listings', 'POST /product-template/copy-listings', [
  ['product_ids', leftOut, 'Field cannot be left blank'],
  ['product_ids', [], 'Field cannot be left blank'],
  ['product_ids', [0], 'Enter more than 0', 'product_ids.0'],
  ['product_ids', 'all', 'Send a list'],
  ['shop_ids', [], 'Field cannot be left blank'],
  ['shop_ids', leftOut, 'Field cannot be left blank'],
  ['shop_ids', ['1'], 'Enter a number', 'shop_ids.0'],
])

describeRefusals('POST /product-template/{id}/writing-help', 'POST /product-template/{id}/writing-help', [
  ['task', leftOut, 'Field cannot be left blank'],
  ['task', 'poem', 'Use one of these: name, description, translation, attributes, alt_texts'],
  ['task', '', 'Field cannot be left blank'],
])
