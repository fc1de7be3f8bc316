import { connectors } from '../../connectors/registry.ts'
import type { Language } from '../../model/language.ts'
import type { Statement } from '../db/statement.ts'
import { channelName } from '../i18n/channel-name.ts'

/** SQL of the name of the channel that `platformId` is the id of. Shops of two channels may have one name. */
export function channelIn(statement: Statement, language: Language, platformId: string): string {
  return `(${statement.value(channelNamesIn(language))}::text[])[${platformId}]`
}

/** Names of the channels by their ids, which begin with 1. */
function channelNamesIn(language: Language): string[] {
  return Array.from({ length: Math.max(...connectors.map(({ id }) => id)) }, (_, at) => {
    const connector = connectors.find(({ id }) => id === at + 1)
    return connector ? channelName(connector, language) : ''
  })
}
