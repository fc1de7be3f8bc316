/** Names of uploaded images in a change, beside the addresses of those that a listing has already. */
import { apiPrefix } from '../../contract/endpoint.ts'

const prefix = 'image:'

export function storedImageName(id: number): string {
  return `${prefix}${id}`
}

/** Undefined: the address of an image that the channel has. */
export function storedImageIdOf(name: string): number | undefined {
  return name.startsWith(prefix) ? Number(name.slice(prefix.length)) : undefined
}

export function storedImageUrl(id: number): string {
  return `${apiPrefix}/products/images/${id}`
}

/** The address by which the console shows it. */
export function shownImage(name: string): string {
  const id = storedImageIdOf(name)
  return id === undefined ? name : storedImageUrl(id)
}

/** Undefined: the address of a picture that is not ours. */
export function storedImageIdOfUrl(url: string): number | undefined {
  const id = url.startsWith(`${apiPrefix}/products/images/`) ? Number(url.split('/').at(-1)) : NaN
  return Number.isSafeInteger(id) ? id : undefined
}
