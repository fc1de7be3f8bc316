/** "America/Argentina/Buenos_Aires": the part of the world, and the place as one types its name to find it in a list. */
export function zonesByRegion(zones: string[]): [string, { zone: string; place: string }[]][] {
  const regions = Map.groupBy(zones, (zone) => zone.split('/')[0] ?? zone)
  return [...regions].map(([region, members]) => [
    region,
    members
      .map((zone) => ({ zone, place: placeOf(zone) }))
      .toSorted((a, b) => a.place.localeCompare(b.place, 'en')),
  ])
}

function placeOf(zone: string): string {
  const [region = zone, ...rest] = zone.replaceAll('_', ' ').split('/')
  const place = rest.pop() ?? region
  return rest.length > 0 ? `${place}, ${rest.join(', ')}` : place
}
