/** Products that were chosen in the list for the grid. An address would be too short for all of their ids. */
const key = 'grid-products'

export const chosenProducts = {
  keep: (ids: number[]) => sessionStorage.setItem(key, ids.join(',')),
  read: (): number[] =>
    (sessionStorage.getItem(key) ?? '')
      .split(',')
      .map(Number)
      .filter((id) => id > 0),
}
