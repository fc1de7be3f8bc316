/** The settings under which a console uses this sandbox as its marketplaces and couriers. The app's key is published and opens nothing else. */
export function consoleSettings(
  sandboxUrl: string,
  consoleUrl: string,
  /** Address of the sandbox for browsers: the seller consents in one, which may run on another machine. */
  sandboxPublicUrl = sandboxUrl,
): Record<string, string> {
  return {
    // The sandbox takes all that come; at the pace of real channels its catalogue takes a minute.
    CALLS_PER_SECOND: '1000',
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
    WEB_STORE_WEBHOOK_SECRET: '7365636f6e645f67656e65726174696f6e5f73746f7265735f7369676e',
    WEB_STORE_PUSH_URL: `${consoleUrl}/hooks/web-store`,
    POS_WEBHOOK_SECRET: '74696c6c73207369676e207468656972206d657373616765732c20746f6f2e21',
    POS_PUSH_URL: `${consoleUrl}/hooks/pos`,
    TIKI_APP_ID: '7590139168389961',
    TIKI_APP_SECRET: 'tiki-sandbox-0123456789abcdef',
    TIKI_API_BASE: sandboxUrl,
    TIKI_AUTHORIZE_BASE: sandboxPublicUrl,
    TIKTOK_APP_KEY: '6ab12cd3e4f5g',
    TIKTOK_APP_SECRET: '0123456789abcdef0123456789abcdef01234567',
    TIKTOK_SERVICE_ID: '7172672921023301381',
    TIKTOK_API_BASE: sandboxUrl,
    TIKTOK_AUTH_BASE: sandboxUrl,
    TIKTOK_AUTHORIZE_BASE: sandboxPublicUrl,
    TIKTOK_PUSH_URL: `${consoleUrl}/hooks/tiktok`,
    // In the Partner Center the app's owner enters it; here the sandbox reads it.
    TIKTOK_REDIRECT_URL: `${consoleUrl}/setting/channels`,
    GDEX_API_BASE: `${sandboxUrl}/gdex`,
    GDEX_WALLET_PATH: '/test/api/MyGDex',
    GDEX_SUBSCRIPTION_KEY: 'gdex-subscription',
    GHN_API_BASE: `${sandboxUrl}/ghn/shiip/public-api`,
    JNT_API_BASE: `${sandboxUrl}/jnt/webopenplatformapi`,
    NINJAVAN_API_BASE: `${sandboxUrl}/nv`,
    // The demo links its first shop with these by itself; the reader links the second.
    DEMO_CHANNEL: 'shopee',
    DEMO_AUTHORIZE_URL: `${sandboxUrl}/_sandbox/shopee/authorize`,
    DEMO_SHOP_ID: '727720655',
  }
}
