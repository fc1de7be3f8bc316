/** The addresses that are a page of the console, without their language: what is none of these is answered with 404. */
import { languageOf } from './language.ts'

const pages = [
  '/',
  '/auth/(login|first-run|forgot-password|reset-password|activate)',
  '/sso/authorization',
  '/analytics/(dashboard|sales|products|orders|customers)',
  '/skus(/(create|detail(/{id})?|stock-takes|stock-takes/{id}))?',
  '/orders(/(exports|new|scan|waves|waves/{id}|returns|settlements|{id}|settlements/{id}))?',
  '/products(/(grid|detail(/{id})?|imports(/{id})?))?',
  '/products/template(/(create|edit|imports|{id}))?',
  '/products/template/(create|edit)/{id}(/(checkout|detail(/{id})?))?',
  '/customers/(all-customers|group-customer)(/{id})?',
  '/customers/duplicates',
  '/setting',
  '/setting/(channels|mails|audit)(/{id})?',
  '/setting/stock(/(new|areas/new|{id}|areas/{id}))?',
  String.raw`/setting/shipment(/[\w-]+)?`,
  '/setting/staff(/(new|{id}))?',
  '/setting/(customers|buyers|rates|words|bill|report|printing|account)',
  '/setting/account/(display|password|two-factor|sessions|notifications|region|backup|deletion)',
  '/faq',
].map((page) => new RegExp(`^${page.replaceAll('{id}', String.raw`\d{1,16}`)}$`))

export function isPagePath(pathname: string): boolean {
  const [, first = '', rest = ''] = /^\/([^/]*)(\/.*?)?\/?$/.exec(pathname) ?? []
  const path = (languageOf(first) ? rest : `/${first}${rest}`) || '/'
  return pages.some((page) => page.test(path))
}
