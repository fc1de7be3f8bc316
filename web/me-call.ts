/** Query of the call that requests the signed-in user. */
export const meCall = { query: { include: 'shop_owner' } } as const
