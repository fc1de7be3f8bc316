import { productStatuses } from '../../../../model/product.ts'
import { createListSearch, read } from '../../../parts/list/list-search.ts'

export const listingsSearch = createListSearch({
  name: 'products',
  filters: {
    keyword: read.text,
    status: read.oneOf(productStatuses),
    shop_id: read.ids,
    platform_id: read.channels,
    category_id: read.textUpTo(100),
    stock: read.someOf(['in', 'low', 'out']),
    linked: read.yesOrNo,
    refused: read.on,
    is_sold: read.yesOrNo,
    sold_from: read.day,
    sold_to: read.day,
  },
  sortFields: ['updated_at', 'price', 'score'],
  defaultSort: '-updated_at',
  plain: ['status'],
})
