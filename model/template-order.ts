/** Problems of a template in the order in which its form and then the steps of its shops have their fields. */
import { publishingOrder, type TemplateProblem } from './product-template.ts'

const formFields = [
  'name',
  'images',
  'short_description',
  'long_description',
  'variant_names',
  'skus',
  'package',
  'product_sku',
  'category_id',
  'is_cod_allowed',
  'threshold',
  'platform_ids',
]
const stepFields = [
  'shop_id',
  'platform_category_id',
  'brand',
  'required_attributes',
  'skus',
  'shipment_providers',
  'is_cod_allowed',
]
/** Columns of the table of variants. */
const skuFields = [
  'variants',
  'images',
  'seller_sku',
  'primaryUnitName',
  'price',
  'special_price',
  'special_date_from',
  'special_date_to',
  'quantity',
  'cost_price',
]

/** Fields of the form that rules of a shop's step name as well. */
const ofForm =
  /^(name|short_description|long_description\w*|images\w*|package_\w+|variant_names|skus\.\d+\.images|platform_ids|product_sku\w*|threshold)(\.|$)/

/** Tells a field of the form from one of a shop's step. */
export function isFieldOfForm(path: string): boolean {
  return ofForm.test(path)
}

/** A path without the number of its variant: `skus.2.price` is `skus.price`. */
export function fieldOfPath(path: string): string {
  return path.replace(/^skus\.\d+\./, 'skus.')
}

/** Name of the field at a path: `price` of `skus.2.price`, and `required_attributes` of each of them. */
export function fieldNameOf(path: string): string {
  const [first = path, ...rest] = path.split('.')
  if (first === 'required_attributes') return first
  return rest.findLast((part) => !/^\d+$/.test(part)) ?? first
}

type Placed = Pick<TemplateProblem, 'path' | 'platformId' | 'shopId'>

export function inFormOrder<P extends Placed>(problems: readonly P[]): P[] {
  // Shops of one channel stay in the order in which they come.
  const shops = [...new Set(problems.map(({ shopId }) => shopId))]
  const placeOf = ({ path, platformId, shopId }: P): number[] => {
    const [field = '', at = '', part = ''] = path.split('.')
    const isOfForm = shopId === null || isFieldOfForm(path)
    const fields = isOfForm ? formFields : stepFields
    const place = fields.findIndex((one) => field.startsWith(one))
    const ofStep = isOfForm ? [0, 0] : [1 + publishingOrder.indexOf(platformId ?? 0), shops.indexOf(shopId)]
    const ofSku = field === 'skus' && at !== '' ? [Number(at) + 1, skuFields.indexOf(part)] : []
    return [...ofStep, place === -1 ? fields.length : place, ...ofSku]
  }
  return problems
    .map((problem) => ({ problem, place: placeOf(problem) }))
    .toSorted((one, other) => compare(one.place, other.place))
    .map(({ problem }) => problem)
}

function compare(one: number[], other: number[]): number {
  const at = one.findIndex((place, index) => place !== (other[index] ?? 0))
  if (at !== -1) return (one[at] ?? 0) - (other[at] ?? 0)
  return one.length - other.length
}
