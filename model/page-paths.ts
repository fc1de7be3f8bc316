/** The addresses that are a page of the console, without their language: what is none of these is answered with 404. */
import { languageOf } from './language.ts'

const pages = [
  '/',
  '/auth/(login|first-run|forgot-password|reset-password|activate)',
  '/sso/authorization',
  '/analytics/(dashboard|sales|products|orders|customers)',
  '/skus(/(create|detail/{id}|stock-takes|stock-takes/{id}))?',
  '/orders(/(exports|new|scan|waves|waves/{id}|returns|settlements|{id}|settlements/{id}))?',
  '/products(/(grid|detail/{id}|imports(/{id})?))?',
  '/products/template(/(create|imports|{id}))?',
  '/products/template/(create|edit)/{id}(/(checkout|detail/{id}))?',
  '/customers/(all-customers|group-customer)(/{id})?',
  '/customers/duplicates',
  '/setting',
  '/setting/(channels|mails|audit)(/{id})?',
  '/setting/stock(/(new|areas/new|{id}|areas/{id}))?',
  String.raw`/setting/shipment(/[\w-]+)?`,
  '/setting/staff(/(new|{id}))?',
  '/setting/(customers|buyers|rates|words|bill|report|printing|account)',
  '/setting/account/(display|password|two-factor|sessions|notifications|region|backup|deletion)',
  '/exports',
  '/faq',
].map((page) => new RegExp(`^${page.replaceAll('{id}', String.raw`\d{1,16}`)}$`))

export function isPagePath(pathname: string): boolean {
  const { path } = partsOf(pathname)
  return pages.some((page) => page.test(path))
}

/** Addresses that lack the id behind them, and what is shown then: the list, and of a template's channels its form. */
const withoutId: [RegExp, string][] = [
  [/^\/products\/detail$/, '/products'],
  [/^\/products\/template\/edit$/, '/products/template'],
  [/^(\/products\/template\/(?:create|edit)\/\d{1,16})\/detail$/, '$1'],
  [/^\/skus\/detail$/, '/skus'],
]

/** Where an address without its optional id leads on to; undefined: nothing is lacking. */
export function fullerPath(pathname: string): string | undefined {
  const { language, path } = partsOf(pathname)
  const [pattern, to = ''] = withoutId.find(([lacking]) => lacking.test(path)) ?? []
  return pattern && language + path.replace(pattern, to)
}

function partsOf(pathname: string): { language: string; path: string } {
  const [, first = '', rest = ''] = /^\/([^/]*)(\/.*?)?\/?$/.exec(pathname) ?? []
  return languageOf(first)
    ? { language: `/${first}`, path: rest || '/' }
    : { language: '', path: `/${first}${rest}` }
}
