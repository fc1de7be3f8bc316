/** Customers of a sale: first sale of all on the days asked for, or before; `known`: either, without sales whose buyer no channel names. */
export const customerTypes = ['new', 'returning', 'known'] as const
export type CustomerType = (typeof customerTypes)[number]
