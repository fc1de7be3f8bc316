/** How the console asks who is signed in. */
export const meCall = { query: { include: 'shop_owner' } } as const
