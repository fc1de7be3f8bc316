export function ChannelDrawer() {
  return <p>ChannelDrawer</p>
}
