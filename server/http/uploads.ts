/** A file in a multipart/form-data body. Routes that take one are served in a scope of their own; all others refuse the type. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../model/errors.ts'

const forms = new WeakMap<FastifyRequest, FormData>()

/** The rest of the server sees an empty body. */
/** @param mostBytes of the file; the form around it has some more */
export function takeUploads(scope: FastifyInstance, mostBytes?: number): void {
  const limit = mostBytes === undefined ? {} : { bodyLimit: mostBytes + 64 * 1024 }
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', ...limit }, readForm)
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
