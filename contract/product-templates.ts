/** Product templates: written once, and published to several shops. Source of the shapes: specification, section 3. */
import { z } from 'zod'
import { publishSteps, templateStatuses, uploadStatuses } from '../model/product-template.ts'
import {
  channelText,
  codeList,
  cursor,
  endpoints,
  id,
  idParam,
  instant,
  item,
  listOf,
  noContent,
  page,
  paging,
  readVersion,
  version,
} from './endpoint.ts'
import { listingImageMostBytes } from './listing-changes.ts'
import { coded } from './order-brief.ts'
import {
  changeOfShopTemplate,
  givenId,
  givenShopTemplate,
  givenTemplate,
  shopTemplateContent,
  templateContent,
} from './template-content.ts'

const uploadStatus = z.enum(uploadStatuses.map(({ code }) => code))

const upload = z.object({
  id: id.describe('Of the shop template.'),
  platform_id: id,
  shop_id: id,
  shop_name: z.string(),
  upload_status: coded,
  job_id: z
    .string()
    .nullable()
    .describe('Of the upload that was asked for last; another one is another number.'),
  step: z
    .enum(publishSteps)
    .nullable()
    .describe('How far the last upload came: what it is at, or where it stopped. Null: none was asked for.'),
  error: z.string().nullable().describe("The channel's own words, or ours in the reader's language."),
  fields: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .describe(
      'Fields of the template that the channel refused; of a listing that stands, attributes that it did not take away.',
    ),
  channel_code: z.string().nullable(),
  is_kept: z.boolean().describe('The listing is kept as it is, although the template has changed since.'),
  product_id: id.nullable().describe('The listing here, once its channel has been read.'),
  channel_product_id: z.string().nullable(),
  requested_at: instant.nullable(),
  uploaded_at: instant.nullable(),
})

const range = z.object({ min: z.number(), max: z.number() })
const person = z.object({ data: z.object({ id, name: z.string() }) })

const templateBrief = z.object({
  id,
  name: z.string(),
  product_sku: z.string(),
  image: z.string().nullable(),
  platform_ids: z.array(id),
  status: coded,
  problem_count: z.int().nullable().describe('Rules that it breaks; null: it is not checked yet.'),
  uploads: z.array(upload).describe('One per shop, in the order of publishing.'),
  sku_count: z.int(),
  stock_total: z.int(),
  price: range.nullable(),
  user: person.describe('The last to change it.'),
  created_at: instant,
  updated_at: instant,
})

export const problem = z.object({
  path: z.string(),
  rule: z.string(),
  key: z.string(),
  message: z.string(),
  platform_id: id.nullable().describe('Null: the template itself.'),
  shop_id: id.nullable(),
})

const templateDetail = templateBrief.extend({
  ...templateContent.shape,
  version: version.describe('Send it back with a change, as `updated_at`.'),
  shops: z.array(shopTemplateContent.extend({ id, platform_id: id })),
})

const templateChange = givenTemplate.extend({
  shop_ids: z
    .array(givenId)
    .max(200)
    .optional()
    .describe('Shops that it is for; others are left out, and known again when they come back.'),
  updated_at: readVersion,
})

const shopsOfUpload = z.strictObject({
  platform_id: givenId.optional().describe('Left out: all channels of the template.'),
  shop_ids: z
    .array(givenId)
    .max(200)
    .optional()
    .describe('Left out: all shops of the channel that have a step.'),
})

const uploads = z.object({ data: z.array(upload) })

const shopTemplate = shopTemplateContent.extend({ id, platform_id: id, product_template_id: id, upload })

const difference = z.object({
  field: z.string().describe('Field of the listing: name, description, images, price, variants …'),
  sku: z.string().nullable().describe('Seller code; null: the whole listing.'),
  uploaded: z
    .string()
    .nullable()
    .describe(
      'As it was last sent. A special price is the price, its begin and its end, with spaces between.',
    ),
  next: z.string().nullable(),
  is_sent: z.boolean(),
  reason: z.string().nullable().describe('Why it is not sent.'),
})

export const productTemplates = endpoints({
  'GET /product-template': {
    summary: 'Product templates, the last changed first, with how each shop stands.',
    access: 'products.view',
    query: z.strictObject({
      keyword: z
        .string()
        .trim()
        .pipe(channelText(0, 255))
        .optional()
        .describe('Name or code of the template, or seller code.'),
      platform_id: codeList.optional(),
      problem_field: channelText(1, 255)
        .optional()
        .describe('A field at which a rule is broken, as `path` of what is missing: `skus.price`.'),
      status: listOf(z.enum(templateStatuses.map(({ code }) => code))).optional(),
      upload_status: listOf(uploadStatus).optional().describe('Of any of its shops.'),
      sort: z.enum(['-updated_at', 'updated_at', 'name', '-name']).default('-updated_at'),
      ...cursor,
      ...paging,
    }),
    reply: page(templateBrief, {
      status_counts: z.record(z.string(), z.int()).describe('Templates by the code of their status.'),
      next_after: z.string().nullable(),
    }),
  },
  'GET /product-template/{id}': {
    summary: 'A product template with its shops.',
    access: 'products.view',
    params: idParam,
    reply: item(templateDetail),
  },
  'POST /product-template': {
    summary: 'Begins a template: for some channels, or as a copy of a template or of a listing.',
    access: 'products.edit',
    body: givenTemplate.extend({
      copy: z
        .strictObject({ template_id: id.optional(), product_id: id.optional() })
        .refine((from) => (from.template_id === undefined) !== (from.product_id === undefined), {
          error: 'field.one_of',
        })
        .optional(),
      shop_ids: z
        .array(givenId)
        .max(200)
        .optional()
        .describe('Shops that it is for; left out: all connected shops of its channels.'),
    }),
    reply: item(templateDetail),
    status: 201,
    errors: ['conflict'],
  },
  'PUT /product-template/{id}': {
    summary: 'Saves what is given of a template, finished or not.',
    access: 'products.edit',
    params: idParam,
    body: templateChange,
    reply: item(templateDetail),
    errors: ['changed_by_other'],
  },
  'DELETE /product-template/{id}': {
    summary: 'Deletes a template. Listings that came of it stay.',
    access: 'products.delete',
    params: idParam,
    reply: noContent,
    status: 204,
    errors: ['upload_open'],
  },
  'GET /product-template/{id}/problems': {
    summary: 'All rules that a template and its shops break, in the order of their steps.',
    access: 'products.view',
    params: idParam,
    reply: z.object({ data: z.array(problem), meta: z.object({ warnings: z.array(problem) }) }),
  },
  'POST /product-template/upload-image': {
    summary: 'Uploads a picture of a template: PNG or JPEG, 600 to 5,000 pixels, 1 MB at most.',
    access: 'products.edit',
    upload: {
      field: 'image',
      types: ['image/png', 'image/jpeg'],
      mostBytes: listingImageMostBytes,
      rule: 'field.image-max-size-required',
    },
    reply: item(
      z.object({
        image_id: z.string().nullable(),
        image_url: z.string(),
        width: z.int(),
        height: z.int(),
      }),
    ),
  },
  'POST /product-template/{id}/upload-to-platform': {
    summary:
      'Publishes a template: all of its shops are checked first, and then each is sent by its own job.',
    access: 'products.publish',
    params: idParam,
    body: shopsOfUpload.extend({
      updated_at: readVersion.describe(
        '`version` of the template as it was read: refused with `changed_by_other` if somebody has changed it since.',
      ),
    }),
    reply: uploads,
    status: 202,
    errors: ['changed_by_other', 'upload_open', 'nothing_to_send'],
  },
  'POST /product-template/{id}/cancel-upload-to-platform': {
    summary: 'Cancels uploads that are not at their channels yet. No listing is deleted.',
    access: 'products.publish',
    params: idParam,
    body: shopsOfUpload,
    reply: item(z.object({ canceled: z.array(id), too_late: z.array(id) })),
  },
  'POST /product-template/copy-listings': {
    summary:
      'Makes drafts for some shops out of up to 1,000 listings, filled as far as earlier choices are sure.',
    access: 'products.edit',
    body: z.strictObject({
      product_ids: z.array(id).min(1).max(1_000),
      shop_ids: z.array(id).min(1).max(50),
    }),
    reply: item(
      z.object({
        created: z.array(z.object({ product_id: id, template_id: id, problems: z.int() })),
        skipped: z.array(z.object({ product_id: id, message: z.string() })),
        listed: z
          .array(z.object({ product_id: id, shop_id: id }))
          .describe('Chosen shops that sell a SKU of the product already: none of them has a draft.'),
      }),
    ),
    status: 201,
  },
  'GET /product-template/of-import': {
    summary: 'Drafts that an import has made, in the order of its file, with what each still lacks.',
    access: 'products.view',
    query: z.strictObject({ import_id: z.coerce.number().int().positive(), ...paging }),
    reply: page(
      z.object({
        id,
        row: z.int().describe('First row of the product in the file.'),
        name: z.string(),
        product_sku: z.string(),
        problem_count: z.int(),
        missing: z
          .array(z.object({ field: z.string(), platform_ids: z.array(id), count: z.int() }))
          .describe('Each field once. No channel: the template itself.'),
      }),
      {},
    ),
  },
  'GET /shop-product-template': {
    summary: 'Steps of the shops of a template.',
    access: 'products.view',
    query: z.strictObject({ product_template_id: z.coerce.number().int().positive() }),
    reply: z.object({ data: z.array(shopTemplate) }),
  },
  'GET /shop-product-template/{id}': {
    summary: 'The step of one shop.',
    access: 'products.view',
    params: idParam,
    reply: item(shopTemplate),
  },
  'POST /shop-product-template': {
    summary: 'Saves the steps of some shops of a template; the other shops stay.',
    access: 'products.edit',
    body: z.strictObject({
      product_template_id: givenId,
      shops: z.array(givenShopTemplate).min(1).max(200),
      updated_at: readVersion.describe('`version` of the template as it was read.'),
    }),
    reply: item(templateDetail),
    errors: ['changed_by_other'],
  },
  'PUT /shop-product-template/{id}': {
    summary: 'Saves the step of one shop.',
    access: 'products.edit',
    params: idParam,
    body: changeOfShopTemplate({ updated_at: readVersion }),
    reply: item(templateDetail),
    errors: ['changed_by_other'],
  },
  'DELETE /shop-product-template/{id}': {
    summary: 'Takes a shop out of a template. Its listing stays.',
    access: 'products.edit',
    params: idParam,
    reply: noContent,
    status: 204,
    errors: ['upload_open'],
  },
  'POST /shop-product-template/{id}/cancel-upload-to-platform': {
    summary: 'Cancels the upload of one shop while it is not at the channel yet.',
    access: 'products.publish',
    params: idParam,
    reply: item(upload),
    errors: ['already_uploaded'],
  },
  'GET /shop-product-template/{id}/differences': {
    summary: 'What publishing again would send to a shop, against what was last sent.',
    access: 'products.view',
    params: idParam,
    reply: z.object({ data: z.array(difference) }),
  },
  'POST /shop-product-template/{id}/keep-listing': {
    summary: "Keeps the shop's listing as it is although the template has changed since.",
    access: 'products.publish',
    params: idParam,
    reply: item(upload),
    errors: ['conflict', 'upload_open'],
  },
  'POST /shop-product-template/{id}/undo-keep-listing': {
    summary: 'No longer keeps the listing as it is: what was last sent is compared with the template again.',
    access: 'products.publish',
    params: idParam,
    reply: item(upload),
    errors: ['conflict', 'upload_open'],
  },
})
