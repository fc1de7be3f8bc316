/** The settings under which a console uses this sandbox as its marketplaces. The app's key is published and opens nothing else. */
export function consoleSettings(
  sandboxUrl: string,
  consoleUrl: string,
  /** How browsers reach the sandbox: the seller consents in one, which may run on another machine. */
  sandboxPublicUrl = sandboxUrl,
): Record<string, string> {
  return {
    LAZADA_APP_KEY: '123456',
    LAZADA_APP_SECRET: '4c617a61646153616e64626f78536563',
    LAZADA_API_BASE: `${sandboxUrl}/rest`,
    LAZADA_AUTH_API_BASE: `${sandboxUrl}/rest`,
    LAZADA_AUTHORIZE_BASE: sandboxPublicUrl,
    LAZADA_PUSH_URL: `${consoleUrl}/hooks/lazada`,
    SHOPEE_PARTNER_ID: '2001887',
    SHOPEE_PARTNER_KEY: '6b65795f666f725f746573745f6f6e6c79',
    SHOPEE_API_BASE: sandboxUrl,
    SHOPEE_AUTH_BASE: sandboxPublicUrl,
    SHOPEE_PUSH_URL: `${consoleUrl}/hooks/shopee`,
    WEBSITE_WEBHOOK_SECRET: '7765625f73746f726573207369676e207468656972206d65737361676573',
    WEBSITE_PUSH_URL: `${consoleUrl}/hooks/website`,
    TIKTOK_APP_KEY: '6ab12cd3e4f5g',
    TIKTOK_APP_SECRET: '0123456789abcdef0123456789abcdef01234567',
    TIKTOK_SERVICE_ID: '7172672921023301381',
    TIKTOK_API_BASE: sandboxUrl,
    TIKTOK_AUTH_BASE: sandboxUrl,
    TIKTOK_AUTHORIZE_BASE: sandboxPublicUrl,
    TIKTOK_PUSH_URL: `${consoleUrl}/hooks/tiktok`,
    // In the Partner Center the app's owner enters it; here the sandbox reads it.
    TIKTOK_REDIRECT_URL: `${consoleUrl}/setting/channels`,
    // How the demo's first shop consents by itself; the second is left for its reader to link.
    DEMO_CHANNEL: 'shopee',
    DEMO_AUTHORIZE_URL: `${sandboxUrl}/_sandbox/shopee/authorize`,
    DEMO_SHOP_ID: '727720655',
  }
}
