/** Every channel that the console can link, one line each. */
import type { App, Setting } from './session.ts'
import type { Connector } from './connector.ts'
import { connector as crm } from './channels/crm/index.ts'
import { connector as lazada } from './channels/lazada/index.ts'
import { connector as pos } from './channels/pos/index.ts'
import { connector as shopee } from './channels/shopee/index.ts'
import { connector as tiki } from './channels/tiki/index.ts'
import { connector as tiktok } from './channels/tiktok/index.ts'
import { connector as website } from './channels/website/index.ts'
import { connector as webStore } from './channels/web-store/index.ts'

/** In the order in which a seller is offered them. */
export const connectors: readonly Connector[] = [shopee, lazada, tiktok, tiki, website, webStore, pos, crm]

export function connectorOf(id: number): Connector | undefined {
  return connectors.find((connector) => connector.id === id)
}

/** The settings of all connectors, for the configuration and its documentation. */
export function settingsOf(list: readonly Connector[] = connectors): Setting[] {
  return list.flatMap((connector) => connector.settings)
}

/** A connector's or courier's settings out of an environment, with defaults, and the names of those that nobody gave. */
export function appOf(
  { settings }: { settings: Setting[] },
  environment: Record<string, string | undefined>,
): { app: App; missing: string[] } {
  const app: App = {}
  const missing: string[] = []
  for (const setting of settings) {
    // An empty variable is how shells and compose files say "not set".
    const value = environment[setting.name]?.trim() || setting.default
    if (value === undefined) missing.push(setting.name)
    else app[setting.name] = value
  }
  return { app, missing }
}
