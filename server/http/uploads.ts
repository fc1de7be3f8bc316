/** A file in a multipart/form-data body. Routes that take one are served in a scope of their own; all others refuse the type. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../model/errors.ts'

const forms = new WeakMap<FastifyRequest, FormData>()

/**
 * The rest of the server sees an empty body.
 *
 * @param bodyLimit bytes that are read, so that a file which is only somewhat too large is refused by its own rule; the server's usual limit unless given
 */
export function takeUploads(scope: FastifyInstance, bodyLimit?: number): void {
  const options = { parseAs: 'buffer', ...(bodyLimit !== undefined && { bodyLimit }) } as const
  scope.addContentTypeParser('multipart/form-data', options, readForm)
}

async function readForm(request: FastifyRequest, body: Buffer): Promise<object> {
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new AppError('validation_failed', { invalidFields: { body: 'field.not_a_form' } })
    })
  forms.set(request, form)
  return {}
}

/** Name of the uploaded file as the browser knew it. */
export function uploadName(request: FastifyRequest, field: string): string {
  const part = forms.get(request)?.get(field)
  return part instanceof File ? part.name : ''
}

/** Undefined where the body has no such file. */
export async function uploadOf(request: FastifyRequest, field: string): Promise<Uint8Array | undefined> {
  const part = forms.get(request)?.get(field)
  return part instanceof File ? new Uint8Array(await part.arrayBuffer()) : undefined
}
