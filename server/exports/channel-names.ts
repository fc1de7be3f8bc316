import { connectors } from '../../connectors/registry.ts'
import type { Language } from '../../model/language.ts'
import { channelName } from '../i18n/channel-name.ts'

/** Names of the channels by their ids, which begin with 1. */
export const channelNamesIn = (language: Language): string[] =>
  Array.from({ length: Math.max(...connectors.map(({ id }) => id)) }, (_, at) => {
    const connector = connectors.find(({ id }) => id === at + 1)
    return connector ? channelName(connector, language) : ''
  })
