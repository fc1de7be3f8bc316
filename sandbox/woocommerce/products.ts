import { answerBatch, requireForce } from './batch.ts'
import { changeProduct, changeVariation, removeProduct, removeVariation } from './change-product.ts'
import {
  findProduct,
  getProduct,
  getVariation,
  showProduct,
  showVariation,
  type ProductCall,
} from './find-products.ts'
import { createProduct, createVariation } from './new-products.ts'
import { listProducts, listVariations } from './product-list.ts'
import type { Row } from './types.ts'
import type { Reply } from './wire.ts'

const success = (body: Row, status = 200): Reply => ({ status, body })

function create(call: ProductCall, body: unknown): Row {
  const row = showProduct(call, getProduct(call, createProduct(call, body)))
  call.sites.hooks.send(call.store, 'product.created', row)
  return row
}

function addVariation(call: ProductCall, productId: number, body: unknown): Row {
  const { id, listings } = getProduct(call, productId)
  const { name = '', weight = 0 } = listings[0] ?? {}
  const made = createVariation(call, { id, name, weight: String(weight) }, body)
  const { product, listing } = getVariation(call, id, made)
  return showVariation(call, product, listing)
}

/** Answers a call about products; undefined for one that is about something else. `name` is 'METHOD /path'. */
export function answerProductCall(name: string, call: ProductCall): Reply | undefined {
  const [, method = '', id = '', rest = ''] =
    /^(GET|PUT|PATCH|POST|DELETE) \/products(?:\/(\d+))?(\/.*)?$/.exec(name) ?? []
  if (method === '') return undefined
  if (id !== '' && rest !== '') return answerVariationCall(method, Number(id), rest, call)
  return id === '' ? answerListCall(method, rest, call) : answerOneCall(method, Number(id), call)
}

function answerListCall(method: string, rest: string, call: ProductCall): Reply | undefined {
  if (rest === '' && method === 'GET') return listProducts(call)
  if (rest === '' && method === 'POST') return success(create(call, call.body), 201)
  if (rest !== '/batch' || !isWrite(method)) return undefined
  return answerBatch(call.body, {
    create: (row) => create(call, row),
    update: (one, row) => changeProduct(call, one, row),
    remove: (one) => removeProduct(call, one, true),
  })
}

const isWrite = (method: string): boolean => ['PUT', 'PATCH', 'POST'].includes(method)

function answerOneCall(method: string, id: number, call: ProductCall): Reply {
  if (method === 'DELETE')
    return success(removeProduct(call, id, ['true', '1'].includes(call.query.get('force') ?? '')))
  return success(
    isWrite(method) ? changeProduct(call, id, call.body) : showProduct(call, getProduct(call, id)),
  )
}

function answerVariationCall(
  method: string,
  productId: number,
  rest: string,
  call: ProductCall,
): Reply | undefined {
  if (rest === '/variations') {
    if (method === 'GET') return listVariations(call, findProduct(call, productId))
    return method === 'POST' ? success(addVariation(call, productId, call.body), 201) : undefined
  }
  if (rest === '/variations/batch' && isWrite(method)) {
    getProduct(call, productId)
    return answerBatch(call.body, {
      create: (row) => addVariation(call, productId, row),
      update: (id, row) => changeVariation(call, productId, id, row),
      remove: (id) => removeVariation(call, productId, id),
    })
  }
  const [, id] = /^\/variations\/(\d+)$/.exec(rest) ?? []
  if (id === undefined) return undefined
  if (isWrite(method)) return success(changeVariation(call, productId, Number(id), call.body))
  if (method === 'DELETE') {
    requireForce(call.query, 'Variations')
    return success(removeVariation(call, productId, Number(id)))
  }
  const { product, listing } = getVariation(call, productId, Number(id))
  return success(showVariation(call, product, listing))
}
