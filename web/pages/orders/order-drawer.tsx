export function OrderDrawer() {
  return <p>OrderDrawer</p>
}
