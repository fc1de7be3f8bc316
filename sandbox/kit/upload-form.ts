/** Fields and files of a multipart call. */
export interface UploadForm {
  fields: Record<string, string>
  files: UploadFile[]
}

export interface UploadFile {
  field: string
  name: string
  bytes: Buffer
}

export const isForm = (type: string | undefined): type is string =>
  type?.startsWith('multipart/form-data') === true

/** Undefined for bytes that are no form. */
export async function readForm(bytes: Buffer, type: string): Promise<UploadForm | undefined> {
  const body = new Response(Uint8Array.from(bytes), { headers: { 'content-type': type } })
  const parts = await body.formData().catch(() => undefined)
  if (!parts) return undefined
  const form: UploadForm = { fields: {}, files: [] }
  for (const [field, value] of parts)
    if (typeof value === 'string') form.fields[field] = value
    else form.files.push({ field, name: value.name, bytes: Buffer.from(await value.arrayBuffer()) })
  return form
}
