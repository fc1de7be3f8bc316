/** A SKU of a template without options; what matters to a spec is given by it. */
export const plainSku = {
  seller_sku: '',
  primaryUnitName: '',
  variants: [] as string[],
  price: 12.5,
  cost_price: null,
  special_price: null,
  special_date_from: '',
  special_date_to: '',
  quantity: 4,
  images: [],
}

export const plainParcel = { package_length: 30, package_width: 20, package_height: 5, package_weight: 1.35 }
