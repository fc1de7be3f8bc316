/**
 * The questions of the FAQ in their order; their words are in server/faq/locales. A slug never changes, since screens
 * link to it; a question's number is its place in this list, from 1.
 */
export const faqCategories = ['start', 'orders', 'parcels', 'stock', 'money', 'people', 'console'] as const
export type FaqCategory = (typeof faqCategories)[number]

export const faqQuestions = [
  { slug: 'link-marketplace', category: 'start' },
  { slug: 'link-website', category: 'start' },
  { slug: 'link-web-store', category: 'start' },
  { slug: 'link-pos', category: 'start' },
  { slug: 'link-crm', category: 'start' },
  { slug: 'permission-ended', category: 'start' },
  { slug: 'unlink', category: 'start' },
  { slug: 'order-missing', category: 'orders' },
  { slug: 'find-order', category: 'orders' },
  { slug: 'statuses', category: 'orders' },
  { slug: 'cannot-confirm', category: 'orders' },
  { slug: 'confirm-many', category: 'orders' },
  { slug: 'several-parcels', category: 'orders' },
  { slug: 'buyer-cancels', category: 'orders' },
  { slug: 'under-way', category: 'orders' },
  { slug: 'new-order', category: 'orders' },
  { slug: 'saved-filters', category: 'orders' },
  { slug: 'customer-ranks', category: 'orders' },
  { slug: 'connect-courier', category: 'parcels' },
  { slug: 'deliver-myself', category: 'parcels' },
  { slug: 'courier-unknown', category: 'parcels' },
  { slug: 'print-waybills', category: 'parcels' },
  { slug: 'cannot-print', category: 'parcels' },
  { slug: 'waybill-template', category: 'parcels' },
  { slug: 'scan-parcels', category: 'parcels' },
  { slug: 'edit-listings', category: 'stock' },
  { slug: 'grid', category: 'stock' },
  { slug: 'import-files', category: 'stock' },
  { slug: 'import-templates', category: 'stock' },
  { slug: 'sku-centre', category: 'stock' },
  { slug: 'merge-skus', category: 'stock' },
  { slug: 'buffer', category: 'stock' },
  { slug: 'stock-in-step', category: 'stock' },
  { slug: 'bundles', category: 'stock' },
  { slug: 'warehouses', category: 'stock' },
  { slug: 'stock-take', category: 'stock' },
  { slug: 'returns', category: 'money' },
  { slug: 'parcel-back', category: 'money' },
  { slug: 'payouts', category: 'money' },
  { slug: 'roles', category: 'people' },
  { slug: 'add-staff', category: 'people' },
  { slug: 'second-factor', category: 'people' },
  { slug: 'lost-phone', category: 'people' },
  { slug: 'forgot-password', category: 'people' },
  { slug: 'export', category: 'console' },
  { slug: 'notifications', category: 'console' },
  { slug: 'keys', category: 'console' },
  { slug: 'language-and-look', category: 'console' },
  { slug: 'time-zone-and-currency', category: 'console' },
  { slug: 'plan', category: 'console' },
  { slug: 'figures', category: 'money' },
  { slug: 'segments', category: 'orders' },
  { slug: 'exchange-rates', category: 'money' },
  { slug: 'sales-report', category: 'money' },
  { slug: 'buyer-mails', category: 'orders' },
  { slug: 'listing-refused', category: 'stock' },
  { slug: 'listing-outdated', category: 'stock' },
  { slug: 'price-many-shops', category: 'stock' },
] as const satisfies { slug: string; category: FaqCategory }[]

export type FaqSlug = (typeof faqQuestions)[number]['slug']
export const faqSlugs = faqQuestions.map(({ slug }) => slug)

/** All that an answer may be made of; only a link has an attribute, an address of the console. */
export const faqTags = ['p', 'ol', 'ul', 'li', 'b', 'kbd', 'a', 'mark'] as const
