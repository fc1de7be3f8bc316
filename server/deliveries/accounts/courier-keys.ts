/** The keys of an owner's account: what is asked for, what is taken where nothing was entered, and what is shown of them. */
import type { Courier } from '../../../connectors/courier.ts'
import { AppError } from '../../../model/errors.ts'

export type Keys = Record<string, string>

/** Without those that the owner does not enter: the place is chosen in a second step, the console makes the secret. */
export function enteredKeys({ keys, places }: Courier): Courier['keys'] {
  return keys.filter(({ name }) => name !== 'webhook_secret' && name !== places?.keys.chosen)
}

/** `given` may lack some: secrets left empty stay as they were, the rest becomes the courier's standard. */
export function fillKeys(
  { keys }: Courier,
  given: Record<string, string | undefined>,
  before: Keys | undefined,
): Keys {
  const filled: Keys = {}
  const missing: Record<string, string> = {}
  for (const { name, isSecret, standard } of keys) {
    const entered = given[name]
    const stays = entered === undefined || (isSecret && entered === '')
    const value = (stays ? before?.[name] : entered) || standard
    if (value === undefined) missing[name] = 'field.required'
    else filled[name] = value
  }
  if (Object.keys(missing).length > 0) throw new AppError('validation_failed', { invalidFields: missing })
  return filled
}

export function shownKeys(courier: Courier, keys: Keys): Keys {
  const shown = enteredKeys(courier).map(({ name, isSecret }) => {
    const value = keys[name] ?? ''
    return [name, isSecret ? maskSecret(value) : value] as const
  })
  return Object.fromEntries(shown.filter(([, value]) => value !== ''))
}

const shownLetters = 4

/** Masks all but the last letters, and all of a short secret: four letters would be most of it. */
export function maskSecret(secret: string): string {
  if (secret === '') return ''
  return `****${secret.length >= 3 * shownLetters ? secret.slice(-shownLetters) : ''}`
}

/** Shorter ones are part of any word, and no courier gives such a secret out. */
const shortestSecret = 6
/** A key of our own messages, which is no word of the courier's. */
const ownKey = /((?:refusal|field)\.\w+)/

/** A courier may repeat in its words what it was sent. */
export function withoutSecrets(text: string, courier: Courier, keys: Keys): string {
  const secrets = courier.keys.flatMap(({ name, isSecret }) => {
    const secret = isSecret ? keys[name] : undefined
    return secret !== undefined && secret.length >= shortestSecret ? [secret] : []
  })
  const masked = (words: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '****'), words)
  return text
    .split(ownKey)
    .map((part) => (ownKey.test(part) ? part : masked(part)))
    .join('')
}
