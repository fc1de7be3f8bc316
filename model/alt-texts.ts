/** Alternative texts of pictures, which only websites and points of sale take with a product. */
const takers = [3, 4]

export const takesAltTexts = (platformId: number): boolean => takers.includes(platformId)

export const mostAltText = 250
