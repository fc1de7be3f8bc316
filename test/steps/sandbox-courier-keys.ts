/** Keys of the sandbox's couriers as an owner enters them. Published, and good for nothing else. */
export const courierKeys = {
  gdex: {
    account_no: '8000123',
    api_token: 'gdex-prime-token',
    sender_name: 'Aoi Gifts',
    sender_phone: '012-345 6789',
  },
  jnt: {
    api_account: '640826271705595946',
    private_key: 'emulator-private-key',
    customer_code: 'TEST0001',
    password: 'PWD',
  },
  ninjavan: {
    client_id: 'nv-client-id',
    client_secret: 'nv-client-secret',
    country: 'sg',
    tracking_prefix: 'NVMYAOI',
  },
} as const

export const ghnTokens = {
  owner: '5b0d8d3a-0c5e-11f1-9a3c-02420a000001',
  merchant: '5b0d8d3a-0c5e-11f1-9a3c-02420a000002',
  partner: '5b0d8d3a-0c5e-11f1-9a3c-02420a000900',
} as const

/** Well-formed bodies for each endpoint about couriers; nothing in them exists but the keys. */
export const courierBodies: Record<string, Record<string, unknown>> = {
  'POST /deliveries/integrate/gdex': { ...courierKeys.gdex },
  'PUT /deliveries/integrate/gdex': { ...courierKeys.gdex },
  'POST /deliveries/integrate/jnt': { ...courierKeys.jnt },
  'PUT /deliveries/integrate/jnt': { ...courierKeys.jnt },
  'POST /deliveries/integrate/ninjavan': { ...courierKeys.ninjavan },
  'PUT /deliveries/integrate/ninjavan': { ...courierKeys.ninjavan },
  'POST /deliveries/integrate/ghn': { token: 'none', store_id: '1' },
  'PUT /deliveries/integrate/ghn': { token: 'none' },
  'POST /deliveries/stores/gen-otp': { phone: '0987654321' },
  'POST /deliveries/stores/create-add-staff': { phone: '0987654321', otp: '123456', store_id: '1' },
  'POST /deliveries/stores/assign-role': { store_id: '1', role: 'staff' },
  'POST /deliveries/warehouse/ninjavan': {
    name: 'Back room',
    contact_name: '田中 ケンジ',
    phone: '012-345 6789',
    address1: '1 Jalan Ipoh',
    address2: '',
    city: 'Kuala Lumpur',
    state: 'Selangor',
    postcode: '51200',
  },
  'PUT /deliveries/warehouse/ninjavan/{id}': { name: 'Back room', phone: '0123456789' },
  'PUT /settings/delivery': {
    shipment_id: 2,
    service: null,
    default_package: { weight: 1, length: 1, width: 1, height: 1 },
    remark: '',
  },
  'PUT /settings/delivery-platform': { platform_id: 4, shipment_id: null },
}

export const courierQueries: Record<string, Record<string, string>> = {
  'GET /settings/delivery': { shipment_id: '2' },
  'GET /shipment-providers/get-shopee-shipment-providers': { shop_id: '1' },
  'GET /deliveries/districts': { province_id: '1' },
  'GET /deliveries/ghn/districts': { province_id: '1' },
  'GET /deliveries/wards': { district_id: '1' },
  'GET /deliveries/ghn/wards': { district_id: '1' },
}
