/** OpenAPI 3.1, made from the contract. */
import { z } from 'zod'
import {
  idempotencyHeader,
  idempotencyKey,
  idParam,
  takesIdempotencyKey,
  worksWhenPlanEnded,
  type Endpoint,
} from '../../contract/endpoint.ts'
import { allEndpoints } from '../../contract/endpoints.ts'
import { downloadQuery } from '../../contract/exports.ts'
import { realtimeChannels, realtimeMessage } from '../../contract/realtime.ts'
import { errorStatuses, type ErrorCode } from '../../model/errors.ts'
import { apiPrefix } from '../../contract/endpoint.ts'

export type OpenapiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  components: object
  paths: Record<string, Record<string, Operation>>
}

export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, object>
  'x-permission'?: string
}

export type Parameter = {
  name: string
  in: 'query' | 'path' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
export type JsonSchema = { [key: string]: unknown }

export function openapiDocument(): OpenapiDocument {
  const paths: OpenapiDocument['paths'] = {}
  for (const [name, endpoint] of Object.entries(allEndpoints)) {
    const [method = '', path = ''] = name.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, endpoint) }
  }
  paths['/realtime/stream'] = { get: stream() }
  paths['/exports/{id}/download'] = { get: download() }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Seller Console API',
      version: '2',
      description:
        'Send `Authorization: Bearer <token>` and, for the language of messages, `X-localization: jp|en|vn|my`. With `X-User-Id`, the session of any other user is refused. Every answer carries `X-Request-Id`. A signed-in POST takes an `Idempotency-Key`: sent again with the same one, it has no second effect. A GET takes `include`, a comma list of relations; names that it does not know are ignored.',
    },
    servers: [{ url: apiPrefix }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          properties: {
            message: { type: 'string' },
            code: { type: 'string', enum: Object.keys(errorStatuses) },
          },
          required: ['code', 'message'],
        },
        InvalidFields: {
          type: 'object',
          properties: {
            invalid_fields: { type: 'object', additionalProperties: { type: 'string' } },
            field_codes: {
              type: 'object',
              additionalProperties: { type: 'string' },
              description:
                'Which rule a field broke, in no language. Of rules that somebody can do something about.',
            },
            problems: {
              type: 'array',
              items: { type: 'object' },
              description:
                'Of a template that is not published: all that it breaks, as its problems are listed.',
            },
            code: { const: 'validation_failed' },
          },
          required: ['code', 'invalid_fields'],
        },
      },
    },
    paths,
  }
}

function operation(method: string, path: string, endpoint: Endpoint): Operation {
  const isPublic = endpoint.access === 'public'
  const isRepeatable = takesIdempotencyKey(method, endpoint)
  const codes = new Set<ErrorCode>([
    ...(isPublic ? [] : (['unauthenticated'] as const)),
    ...(isPublic || endpoint.access === 'signed-in' ? [] : (['forbidden'] as const)),
    ...(worksWhenPlanEnded(method, endpoint) ? [] : (['plan_expired'] as const)),
    ...(endpoint.params ? (['not_found'] as const) : []),
    'validation_failed',
    ...(endpoint.body || endpoint.upload ? (['body_too_large'] as const) : []),
    ...(isRepeatable ? (['still_running', 'done_before'] as const) : []),
    ...(endpoint.errors ?? []),
  ])
  return {
    operationId: operationId(method, path),
    summary: endpoint.summary,
    tags: [path.split('/')[1] ?? ''],
    ...(isPublic ? {} : { security: [{ bearer: [] }] }),
    ...(isPublic || endpoint.access === 'signed-in' ? {} : { 'x-permission': endpoint.access }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(isRepeatable ? parameters(idempotencyHeaders, 'header') : []),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.body.safeParse({}).success,
            content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    ...(endpoint.upload ? { requestBody: uploadBody(endpoint.upload) } : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done.',
        ...(isRepeatable ? { headers: { 'Idempotency-Replayed': replayed } } : {}),
        ...(endpoint.status === 204 ? {} : { content: contentOf(endpoint) }),
      },
      ...errorResponses(codes),
    },
  }
}

function contentOf({ file, reply }: Endpoint): object {
  return file
    ? { [file]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: jsonSchema(reply, 'output') } }
}

const idempotencyHeaders = z.object({ [idempotencyHeader]: idempotencyKey.optional() })

const replayed = {
  description: 'The reply that the first request with this key got.',
  schema: { const: 'true' },
}

/** Stands beside the contract, because what it answers is no JSON. */
function uploadBody({ field, types, mostBytes }: NonNullable<Endpoint['upload']>): Operation['requestBody'] {
  const description = `${types.join(' or ')}, ${mostBytes} bytes at most.`
  const schema = {
    type: 'object',
    properties: { [field]: { type: 'string', format: 'binary', description } },
    required: [field],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function stream(): Operation {
  return {
    operationId: operationId('GET', '/realtime/stream'),
    summary: 'Server-sent events for the signed-in user: what changed, as it changes.',
    tags: ['realtime'],
    security: [{ bearer: [] }],
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'Id of the last event that was heard; what was missed since comes first.',
        schema: { type: 'string', pattern: '^\\d{1,15}$' },
      },
    ],
    responses: {
      200: {
        description: `Events named ${realtimeChannels.map((name) => `\`${name}\``).join(', ')}, one message as the data of each. Every channel begins with its last value, marked \`replay: true\`.`,
        content: { 'text/event-stream': { schema: jsonSchema(realtimeMessage, 'output') } },
      },
      ...errorResponses(new Set(['unauthenticated', 'too_many_streams'])),
    },
  }
}

/** The same: its answer is a file. */
function download(): Operation {
  const file = { schema: { type: 'string', format: 'binary' } }
  return {
    operationId: operationId('GET', '/exports/{id}/download'),
    summary: 'A file that the user asked for, by the link that GET /exports gives.',
    tags: ['exports'],
    security: [{ bearer: [] }],
    parameters: [...parameters(idParam, 'path'), ...parameters(downloadQuery, 'query')],
    responses: {
      200: {
        description: 'The file.',
        content: {
          'text/csv': file,
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file,
        },
      },
      ...errorResponses(new Set(['unauthenticated', 'not_found', 'export_expired'])),
    },
  }
}

/** "GET /orders/{id}/history" is getOrdersIdHistory. */
function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function errorResponses(codes: Set<ErrorCode>): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errorStatuses[code])
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: `Code ${names.map((name) => `\`${name}\``).join(' or ')}.`,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${status === 422 ? 'InvalidFields' : 'Error'}` },
          },
        },
      },
    ]),
  )
}

function parameters(schema: z.ZodObject | undefined, where: Parameter['in']): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property
    return {
      name,
      in: where,
      required:
        where === 'path' ||
        (required.includes(name) && schema.shape[name]?.safeParse(undefined).success !== true),
      ...(typeof description === 'string' ? { description } : {}),
      schema: rest,
    }
  })
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  delete made.$schema
  return made
}
