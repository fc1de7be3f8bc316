/** The place of a row in a list that is sorted by an instant and what tells rows of one instant apart, as the API hands it out. */
import { AppError } from '../../model/errors.ts'

/** @throws AppError validation_failed for what is no cursor of ours */
export function readCursor(text: string): { at: string; id: number } {
  const { at, rest } = readInstant(text)
  if (!/^\d{1,15}$/.test(rest)) throw noCursor()
  return { at, id: Number(rest) }
}

/**
 * Reads the cursor of a list whose rows have no id of ours: the shop, and the channel's id. @throws AppError validation_failed
 */
export function readShopCursor(text: string): { at: string; shopId: number; channelId: string } {
  const { at, rest } = readInstant(text)
  const [, shopId, channelId] = /^(\d{1,15})~([^\p{Cc}\p{Cs}]{1,200})$/u.exec(rest) ?? []
  if (shopId === undefined || channelId === undefined) throw noCursor()
  return { at, shopId: Number(shopId), channelId }
}

function readInstant(text: string): { at: string; rest: string } {
  const [, at = '', rest = ''] = form.exec(text) ?? []
  const instant = Date.parse(at)
  // February 30th has the form of a day, and would be read as March.
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(at.slice(0, 19))) throw noCursor()
  return { at, rest }
}

function noCursor(): AppError {
  return new AppError('validation_failed', { invalidFields: { after: 'field.cursor' } })
}

const form = /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00)~(.*)$/s
