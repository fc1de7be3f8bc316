import type { Connector } from '../../connectors/connector.ts'
import type { Language } from '../../model/language.ts'
import { translate } from './translate.ts'

/** Channels without a brand of their own, such as the seller's website, have a name in each language. */
export function channelName({ code, name }: Pick<Connector, 'code' | 'name'>, language: Language): string {
  const key = `platform.${code.replaceAll('-', '_')}`
  const own = translate(language, key)
  return own === key ? name : own
}
