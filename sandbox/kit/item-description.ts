/** Paragraphs in which a shop of the sample describes an item: long enough to be sold on any channel, as sellers' own are. */
export function itemDescription(name: string): string[] {
  return [
    `${name}.`,
    'Each piece is looked over before it is packed, in a box that keeps its corners whole.',
    'Parcels leave within two working days. Ask the shop about sizes and materials, or for a photo of the piece.',
  ]
}

export const htmlDescription = (name: string): string =>
  itemDescription(name)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('')
