/**
 * Fields read from Shopee's replies to a seller's actions. Source: Shopee Open Platform v2 API reference, modules "Product",
 * "MediaSpace", "Logistics", "Returns" and "Payment". As in wire.ts, fields that we do not read are ignored.
 */
import { z } from 'zod'
import type { Session } from '../../session.ts'
import { call } from './auth.ts'
import type { ShopCall } from './auth.ts'

const text = z.string().nullish()
const figure = z.number().nullish()
const limit = z.object({ min_limit: figure, max_limit: figure }).nullish()

export const nothingSchema = z.object({})

export const categoriesSchema = z.object({
  response: z.object({
    category_list: z.array(
      z.object({
        category_id: z.int().min(1),
        parent_category_id: z.int().nullish(),
        original_category_name: text,
        display_category_name: text,
        has_children: z.boolean(),
      }),
    ),
  }),
})

export const attributeSchema = z.object({
  attribute_id: z.int().min(1),
  mandatory: z.boolean().nullish(),
  name: z.string(),
  attribute_value_list: z.array(z.object({ value_id: z.int(), name: z.string() })).nullish(),
  attribute_info: z.object({
    input_type: z.int(),
    input_validation_type: z.int().nullish(),
    attribute_unit_list: z.array(z.string()).nullish(),
    max_value_count: z.int().nullish(),
  }),
})

export const attributeTreeSchema = z.object({
  response: z.object({
    list: z.array(
      z.object({ category_id: z.int(), attribute_tree: z.array(attributeSchema).nullish(), warning: text }),
    ),
  }),
})

export const brandsSchema = z.object({
  response: z.object({
    brand_list: z
      .array(z.object({ brand_id: z.int(), original_brand_name: text, display_brand_name: text }))
      .nullish(),
    has_next_page: z.boolean(),
    next_offset: z.int().nullish(),
    is_mandatory: z.boolean().nullish(),
  }),
})

export const limitsSchema = z.object({
  response: z.object({
    price_limit: limit,
    item_name_length_limit: limit,
    item_image_count_limit: limit,
    item_description_length_limit: limit,
    tier_variation_option_length_limit: limit,
    dimension_limit: z.object({ dimension_mandatory: z.boolean().nullish() }).nullish(),
  }),
})

export const channelsSchema = z.object({
  response: z.object({
    logistics_channel_list: z.array(
      z.object({
        logistics_channel_id: z.int().min(1),
        logistics_channel_name: z.string(),
        cod_enabled: z.boolean().nullish(),
        enabled: z.boolean().nullish(),
        mask_channel_id: z.int().nullish(),
        weight_limit: z.object({ item_max_weight: figure }).nullish(),
      }),
    ),
  }),
})

export const uploadSchema = z.object({
  response: z.object({
    image_info_list: z
      .array(
        z.object({
          error: text,
          message: text,
          image_info: z
            .object({
              image_id: text,
              image_url_list: z.array(z.object({ image_url_region: text, image_url: text })).nullish(),
            })
            .nullish(),
        }),
      )
      .min(1),
  }),
})

export const addedSchema = z.object({ response: z.object({ item_id: z.int().min(1) }) })
export const foundSchema = z.object({ response: z.object({ item_id_list: z.array(z.int()).nullish() }) })

/** The number 0 is the item itself, which has no models any more. */
const ownModel = z.object({ model_id: z.int().min(0), model_sku: text, tier_index: z.array(z.int().min(0)) })
export const madeModelsSchema = z.object({ response: z.object({ model: z.array(ownModel) }) })

/** An item and its models, as far as they say what must be changed. */
export const ownItemSchema = z.object({
  item_id: z.int().min(1),
  item_sku: text,
  item_status: z.string(),
  has_model: z.boolean().nullish(),
  attribute_list: z
    .array(
      z.object({
        attribute_id: z.int(),
        attribute_value_list: z
          .array(z.object({ value_id: z.int(), original_value_name: text, value_unit: text }))
          .nullish(),
      }),
    )
    .nullish(),
  /** Fields of a row that we do not know go back as they came. */
  logistic_info: z.array(z.looseObject({ logistic_id: z.int(), enabled: z.boolean().nullish() })).nullish(),
})
export type OwnItem = z.infer<typeof ownItemSchema>
/** The images of an item: numbers and addresses in one order. */
export const itemImagesSchema = z.object({
  image: z
    .object({ image_id_list: z.array(z.string()).nullish(), image_url_list: z.array(z.string()).nullish() })
    .nullish(),
})
export const ownModelsSchema = z.object({
  tier_variation: z
    .array(
      z.object({
        name: text,
        option_list: z.array(z.object({ option: text, image: z.object({ image_id: text }).nullish() })),
      }),
    )
    .nullish(),
  model: z
    .array(
      ownModel.extend({
        price_info: z.array(z.object({ original_price: z.number() })).nullish(),
        stock_info_v2: z
          .object({ summary_info: z.object({ total_available_stock: z.int() }).nullish() })
          .nullish(),
      }),
    )
    .nullish(),
})
export type OwnModels = z.infer<typeof ownModelsSchema>

const failures = z.array(
  z.object({ model_id: z.int().nullish(), item_id: z.int().nullish(), failed_reason: text }),
)
/** update_price and unlist_item: what was done, and what was not and why. */
export const batchSchema = z.object({
  response: z
    .object({
      success_list: z.array(z.object({ model_id: z.int().nullish(), item_id: z.int().nullish() })).nullish(),
      failure_list: failures.nullish(),
    })
    .nullish(),
})

/** One call on behalf of the shop; `name` such as product/add_item. */
export function get<T>(
  session: Session,
  name: string,
  query: ShopCall['query'],
  schema: z.ZodType<T>,
): Promise<T> {
  return call({ ...session, now: session.now() }, { method: 'GET', path: `/api/v2/${name}`, query }, schema)
}

export function post<T>(
  session: Session,
  name: string,
  body: unknown,
  schema: z.ZodType<T>,
  answeredError?: string,
): Promise<T> {
  const request = { method: 'POST' as const, path: `/api/v2/${name}`, query: {}, body }
  return call({ ...session, now: session.now() }, request, schema, answeredError)
}

const place = {
  address: text,
  district: text,
  town: text,
  city: text,
  state: text,
  zipcode: text,
}
const words = z.array(z.string()).nullish()

export const handoverSchema = z.object({
  response: z.object({
    /** A mode that is there may be chosen; its list names what must be told with it, and may be empty. */
    info_needed: z.object({ pickup: words, dropoff: words, non_integrated: words }),
    pickup: z
      .object({
        address_list: z
          .array(
            z.object({
              address_id: z.int(),
              ...place,
              address_flag: words,
              time_slot_list: z
                .array(z.object({ date: z.int(), time_text: text, pickup_time_id: z.string(), flags: words }))
                .nullish(),
            }),
          )
          .nullish(),
      })
      .nullish(),
    dropoff: z
      .object({
        branch_list: z.array(z.object({ branch_id: z.int(), ...place })).nullish(),
        slug_list: z.array(z.object({ slug: z.string(), slug_name: text })).nullish(),
      })
      .nullish(),
  }),
})

export const parcelsSchema = z.object({
  order_sn: z.string(),
  package_list: z
    .array(z.object({ package_number: z.string(), logistics_status: z.string(), shipping_carrier: text }))
    .nullish(),
})

/** An item that was bought twice, under different offers, has a row for each. */
export const splitItemsSchema = z.object({
  item_list: z
    .array(
      z.object({
        item_id: z.int(),
        model_id: z.int().nullish(),
        order_item_id: z.int().nullish(),
        promotion_group_id: z.int().nullish(),
      }),
    )
    .min(1),
})

export const boughtItemsSchema = z.object({
  item_list: z.array(z.object({ item_id: z.int(), model_id: z.int().nullish() })).min(1),
})

export const numberSchema = z.object({ response: z.object({ tracking_number: text }).nullish() })

export const trackingInfoSchema = z.object({
  response: z.object({
    tracking_info: z
      .array(z.object({ update_time: z.int().min(1), description: text, logistics_status: text }))
      .nullish(),
  }),
})

/** Rows of the calls for labels; `status` only of get_shipping_document_result. */
export const documentsSchema = z.object({
  response: z.object({
    result_list: z.array(
      z.object({
        order_sn: z.string(),
        package_number: text,
        status: text,
        fail_error: text,
        fail_message: text,
      }),
    ),
  }),
})
export type DocumentRow = z.infer<typeof documentsSchema>['response']['result_list'][number]

export const returnListSchema = z.object({
  response: z.object({ more: z.boolean(), return: z.array(z.unknown()).nullish() }),
})

export const returnSchema = z.object({
  return_sn: z.string().min(1),
  order_sn: z.string().min(1),
  status: z.string().min(1),
  reason: text,
  text_reason: text,
  refund_amount: z.number(),
  currency: z.string(),
  create_time: z.int().min(1),
  update_time: z.int().min(1),
  due_date: z.int().nullish(),
  return_seller_due_date: z.int().nullish(),
  tracking_number: text,
  needs_logistics: z.boolean().nullish(),
  image: z.array(z.string()).nullish(),
  item: z
    .array(
      z.object({
        item_id: z.int(),
        model_id: z.int().nullish(),
        amount: z.int().min(0),
        item_price: z.number(),
      }),
    )
    .nullish(),
})
export type ShopeeReturn = z.infer<typeof returnSchema>
export const disputeReasonsSchema = z.object({
  response: z.object({
    dispute_reason_list: z
      .array(
        z.object({
          dispute_reason: z.union([z.string().min(1), z.int()]).transform(String),
          dispute_requirement: text,
          evidence_module_list: z.array(z.object({ is_required: z.boolean().nullish() })).nullish(),
        }),
      )
      .nullish(),
  }),
})
export const wholeReturnSchema = z.object({ response: z.unknown() })
export const returnDetailSchema = z.object({
  response: z.object({ status: z.string(), needs_logistics: z.boolean().nullish() }),
})

export const escrowListSchema = z.object({
  response: z.object({
    escrow_list: z
      .array(
        z.object({
          order_sn: z.string().min(1),
          payout_amount: z.number(),
          escrow_release_time: z.int().min(1),
        }),
      )
      .nullish(),
    more: z.boolean(),
  }),
})
